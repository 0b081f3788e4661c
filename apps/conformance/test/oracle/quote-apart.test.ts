/** What came and what was due never look the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quote, quoteApart } from '../../src/court/quote.ts'

test('long texts that differ late are quoted from where they differ', () => {
  const [one, other] = ['a', 'b'].map((letter) => `${'x'.repeat(500)}${letter}${'y'.repeat(500)}`)
  assert.equal(quote(one ?? ''), quote(other ?? ''))
  const [came, due] = quoteApart(one ?? '', other ?? '')
  assert.match(came, /^"x{20}ay+" and \d+ more from character 481 on$/)
  assert.match(due, /^"x{20}by+"/)
})

test('short texts are quoted whole', () => {
  assert.deepEqual(quoteApart('one', 'other'), ['"one"', '"other"'])
})
