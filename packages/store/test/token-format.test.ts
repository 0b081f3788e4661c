/** A mistyped token is recognised without asking the store. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { isWellFormedToken } from '../src/index.ts'
import { createSecret, hashToken, visiblePrefix } from '../src/token/format.ts'

// From another implementation: base 62 with digits, upper and lower case; the last six are the CRC-32 of the rest.
const known = [
  ['pst_0000000000000000000000000000000000000000000', '0O7J8C'],
  ['pst_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '2AHwtV'],
] as const

describe('a token', () => {
  it('is well-formed when it is made, and like no other', () => {
    const secrets = Array.from({ length: 200 }, createSecret)
    for (const secret of secrets) assert.ok(/^pst_[0-9A-Za-z]{49}$/.test(secret) && isWellFormedToken(secret))
    assert.equal(new Set(secrets).size, 200)
  })

  it('ends in the CRC-32 of the characters before it', () => {
    for (const [body, check] of known) assert.ok(isWellFormedToken(body + check), body)
  })

  it('is not well-formed with any one character changed, lost or doubled, or two neighbours swapped', () => {
    const secret = createSecret()
    const character = fc.constantFrom('0', 'a', 'Z', '-', '_', ' ', 'é', '\n')
    fc.assert(
      fc.property(fc.nat({ max: secret.length - 1 }), character, (at, other) => {
        const [start, found, rest] = [secret.slice(0, at), secret.charAt(at), secret.slice(at + 1)]
        const wrong = [start + rest, start + found + found + rest, start + other + rest]
        if (rest !== '') wrong.push(start + rest.charAt(0) + found + rest.slice(1))
        for (const text of wrong) assert.equal(isWellFormedToken(text), text === secret, text)
      }),
    )
  })

  it('shows no more than its beginning, and is kept as its SHA-256', () => {
    assert.equal(visiblePrefix('pst_0123456789'), 'pst_01234567')
    assert.equal(hashToken('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })
})
