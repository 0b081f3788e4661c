/** `canonicalDecimal`, the grammar of `limit`: one spelling per number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalDecimal } from '@plant-store/contracts'
import * as fc from 'fast-check'
import { documentText } from './json.ts'

test('the document states exactly this pattern', () => {
  assert.ok(documentText.includes(`matches \`${canonicalDecimal.source}\``))
})

test('every non-negative whole number has exactly the spelling that String gives it', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (number) => canonicalDecimal.test(String(number))))
})

test('it accepts spellings of whole numbers, and nothing else', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '9') })
  const nearlyDigits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789+- .,_eExX\n٣３')) })
  fc.assert(
    fc.property(fc.oneof(digits, nearlyDigits, fc.string()), (text) => {
      const isSpelling = /\d/.test(text) && String(BigInt(text.replaceAll(/\D/g, ''))) === text
      assert.equal(canonicalDecimal.test(text), isSpelling)
    }),
  )
})
