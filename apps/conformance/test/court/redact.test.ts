/** No spelling of a token gets past the redaction. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { redactDeep } from '../../src/redact-deep.ts'
import { redactTokens } from '../../src/redact.ts'

const token = 'pst_7Hq2bXw9LrVt8yHcDnAZk3pW0'
const redact = redactTokens([token, 'another-caller-token'], ['expired-one-of-them'])

describe('what is hidden', () => {
  test('a token, by the name that curl lines give it', () => {
    assert.equal(redact(`Bearer ${token}, another-caller-token`), 'Bearer $TOKEN, $TOKEN_2')
  })
  test('a token that must be refused', () => {
    assert.equal(redact('expired-one-of-them!'), '$REFUSED_TOKEN!')
  })
  test('percent codes, in part or in whole, in capitals or not', () => {
    const whole = Buffer.from(token).toString('hex').replaceAll(/../g, '%$&')
    assert.equal(
      redact(`?t=${whole}&u=${whole.toUpperCase()}&v=%70${token.slice(1)}`),
      '?t=$TOKEN&u=$TOKEN&v=$TOKEN',
    )
  })
  test('base64 of anything with the token in it', () => {
    for (const before of ['', 'u', 'us', 'user:', 'somebody:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const code = Buffer.from(`${before}${token}:x`).toString(encoding)
        assert.match(redact(`Basic ${code}`), /\$TOKEN/, code)
      }
    }
  })
  test('a token in other case, without its end, without its beginning, with more behind it', () => {
    assert.equal(redact(token.toUpperCase()), '[part of $TOKEN]')
    assert.equal(redact(`<${token.slice(0, -1)}>`), '<[part of $TOKEN]>')
    assert.equal(redact(`<${token.slice(3)}>`), '<[part of $TOKEN]>')
    assert.equal(redact(`${token}x`), '$TOKENx')
  })
  test('a short token is a word of its own, not a letter in others', () => {
    assert.equal(redactTokens(['ana'])('Bearer ana wants a banana'), 'Bearer $TOKEN wants a banana')
  })
  test('other text is left as it is', () => {
    const text = 'İstanbul, pst_ and Zk3p: 100 % of $TOKEN'
    assert.equal(redact(text), text)
  })
})

test('of no token do more than half of the characters come through, whatever stands around it', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'd', 'A', 'B', '0', '1', '.', '_', '~', '-'),
    minLength: 12,
    maxLength: 40,
  })
  fc.assert(
    fc.property(
      letters,
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.nat(4),
      (secret, before, after, cut) => {
        const shown = redactTokens([secret])(`${before}${secret.slice(0, secret.length - cut)}${after}`)
        assert.ok(!shown.includes(secret.slice(0, secret.length - cut)), shown)
      },
    ),
  )
})

test('a whole value is redacted: members, lists, buffers; and what was one object stays one', () => {
  const shared = {
    fields: [['Authorization', `Bearer ${token}`]],
    body: Buffer.from(`\u00E9 ${token}`, 'latin1'),
  }
  const value = { first: shared, second: shared, at: new Date(0), none: undefined, count: 3 }
  const redacted = redactDeep(value, redact)
  assert.deepEqual(redacted.first.fields, [['Authorization', 'Bearer $TOKEN']])
  assert.equal(redacted.first.body.toString('latin1'), '\u00E9 $TOKEN')
  assert.equal(redacted.first, redacted.second)
  assert.deepEqual([redacted.at, redacted.none, redacted.count], [new Date(0), undefined, 3])
  assert.equal(shared.body.toString('latin1'), `\u00E9 ${token}`)
})
