/** No spelling of a token gets past the redaction. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { redactDeep, redactSecrets } from '@plant-store/raw-http'
import * as fc from 'fast-check'

const token = 'pst_7Hq2bXw9LrVt8yHcDnAZk3pW0'
const redacting = (...tokens: readonly string[]): ReturnType<typeof redactSecrets> =>
  redactSecrets({
    callers: tokens.map((one) => ({ token: one })),
    refused: [{ token: 'expired-one-of-them' }],
  })
const redact = redacting(token, 'another-caller-token')

describe('what is hidden', () => {
  test('a token, by the name that curl lines give it', () => {
    assert.equal(redact(`Bearer ${token}, another-caller-token`), 'Bearer $TOKEN, $TOKEN_2')
  })
  test('a token that must be refused', () => {
    assert.equal(redact('expired-one-of-them!'), '$REFUSED_TOKEN!')
  })
  const others = redactSecrets({
    callers: [
      { token },
      {
        fields: [
          ['X-Api-Key', 'key-"of"-ben-5Tq'],
          ['Authorization', `Basic ${btoa('ben:horse "staple')}`],
          ['Cookie', 'theme=dark; session=s%3Aq8%2FW%2Bn3k%3D'],
          ['X-Tenant', '1'],
        ],
        query: [['api_key', 'k+/=7Rm2Yx']],
      },
    ],
    refused: [{ fields: [['X-Api-Key', 'gone-key-9Lp']] }],
    fields: [['X-Gateway', 'gate-4Vb8Nc']],
  })
  for (const [text, due] of Object.entries({
    'X-Api-Key: key-"of"-ben-5Tq': 'X-Api-Key: $CALLER_2_X_API_KEY',
    [JSON.stringify({ message: 'No key-"of"-ben-5Tq' })]: '{"message":"No $CALLER_2_X_API_KEY"}',
    'key-&quot;of&quot;-ben-5Tq': '$CALLER_2_X_API_KEY',
    [`Basic ${btoa('ben:horse "staple')}`]: 'Basic $CALLER_2_AUTHORIZATION',
    '<horse "staple>': '<[part of $CALLER_2_AUTHORIZATION]>',
    'theme=dark; session=s%3Aq8%2FW%2Bn3k%3D':
      'theme=$CALLER_2_COOKIE_THEME; session=$CALLER_2_COOKIE_SESSION',
    's:q8/W+n3k=': '[part of $CALLER_2_COOKIE_SESSION]',
    'X-Tenant: 1, HTTP/1.1': 'X-Tenant: 1, HTTP/1.1',
    '/plants?api_key=k%2B%2F%3D7Rm2Yx, k+/=7Rm2Yx':
      '/plants?api_key=$CALLER_2_QUERY_API_KEY, $CALLER_2_QUERY_API_KEY',
    'gone-key-9Lp, gate-4Vb8Nc': '$REFUSED_1_X_API_KEY, $HEADER_X_GATEWAY',
  }))
    test(`the secrets of other credentials: ${text}`, () => assert.equal(others(text), due))
  test('percent codes, in part or in whole, in upper or lower case', () => {
    const whole = Buffer.from(token).toString('hex').replaceAll(/../g, '%$&')
    assert.equal(
      redact(`?t=${whole}&u=${whole.toUpperCase()}&v=%70${token.slice(1)}`),
      '?t=$TOKEN&u=$TOKEN&v=$TOKEN',
    )
  })
  test('escapes of JSON and HTML, in part or in whole, in a text in a text, in upper or lower case', () => {
    const odd = 'Zk3p/W0x2+bq9~LrV/t8yH+cDnA/7uQe=='
    const hide = redacting(odd)
    const json = odd.replaceAll('/', String.raw`\/`)
    const unicode = odd.replaceAll(/[^]/g, (letter) => `\\u${hexOf(letter).padStart(4, '0')}`)
    const html = odd.replaceAll(/\W/g, (letter) => `&#x${hexOf(letter)};`)
    const decimal = odd.replaceAll(/\W/g, (letter) => `&#${letter.codePointAt(0)};`)
    for (const spelling of [json, unicode, unicode.toUpperCase().replaceAll('U', 'u'), html, decimal]) {
      const inText = JSON.stringify(spelling)
      for (const text of [spelling, inText, JSON.stringify(inText)]) {
        assert.match(hide(`<${text}>`), /^<["\\]*(?:\$TOKEN|\[part of \$TOKEN\])["\\]*>$/, text)
      }
      assert.equal(hide(`<${spelling}>`).replace('[part of $TOKEN]', '$TOKEN'), '<$TOKEN>')
    }
    assert.equal(hide(`<${json.slice(5)}>`), '<[part of $TOKEN]>')
    assert.equal(hide(`<${unicode.slice(0, -12)}>`), '<[part of $TOKEN]>')
    assert.equal(redacting('ana')(String.raw`\u0061na`), '$TOKEN')
  })
  test('base64 of anything with the token in it', () => {
    for (const before of ['', 'u', 'us', 'user:', 'somebody:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const code = Buffer.from(`${before}${token}:x`).toString(encoding)
        assert.match(redact(`Basic ${code}`), /\$TOKEN/, code)
      }
    }
  })
  test('a token in other case, without its end, without its beginning, with more after it', () => {
    assert.equal(redact(token.toUpperCase()), '[part of $TOKEN]')
    assert.equal(redact(`<${token.slice(0, -1)}>`), '<[part of $TOKEN]>')
    assert.equal(redact(`<${token.slice(3)}>`), '<[part of $TOKEN]>')
    assert.equal(redact(`${token}x`), '$TOKENx')
  })
  test('a short token is a word of its own, not a letter in others', () => {
    assert.equal(redacting('ana')('Bearer ana wants a banana'), 'Bearer $TOKEN wants a banana')
  })
  test('other text is left as it is', () => {
    const text = String.raw`İstanbul, pst_ and Zk3p: 100 % of $TOKEN, %41 \u0041 \/ &#47; \\`
    assert.equal(redact(text), text)
  })
})

function hexOf(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16)
}

test('takes no longer with the many backslashes of a text in a text', () => {
  // Processor time, which other processes don't lengthen: 0.1 s, and minutes if it were quadratic.
  const startedAt = process.cpuUsage()
  redact(`${'\\'.repeat(300_000)}${'%'.repeat(300_000)}${'&#x0000'.repeat(50_000)}`)
  assert.ok(process.cpuUsage(startedAt).user < 5_000_000)
})

test('never more than half of the characters of a token come through, whatever is around it', () => {
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
        const shown = redacting(secret)(`${before}${secret.slice(0, secret.length - cut)}${after}`)
        assert.ok(!shown.includes(secret.slice(0, secret.length - cut)), shown)
      },
    ),
  )
})

test('a whole value is redacted: members, lists and buffers; and what was one object stays one', () => {
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

test('a body with a token in it is left out, whether in one content coding or two, cut off, or in UTF-16', () => {
  const text = Buffer.from(JSON.stringify({ message: `Not accepted: ${token}`, why: 'x'.repeat(200) }))
  const gzip = gzipSync(text)
  const bodies = {
    gzip,
    deflate: deflateSync(text),
    'deflate without its frame': deflateRawSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(Buffer.concat([text, text])),
    'gzip, br': brotliCompressSync(gzip),
    'the beginning of gzip': gzip.subarray(0, -12),
    'UTF-16': Buffer.from(text.toString(), 'utf16le'),
  }
  for (const [coding, body] of Object.entries(bodies)) {
    const redacted = redactDeep({ body }, redact).body
    assert.equal(String(redacted), '[Left out: there is a token in it, in another coding.]', coding)
  }
})

test('a body without a token stays as it is, whether in a coding or of other bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at) % 251))
  for (const body of [gzipSync('[]'), brotliCompressSync('{"name":"Alder"}'), bytes, Buffer.alloc(0)]) {
    assert.equal(redactDeep({ body }, redact).body, body)
  }
})

test('a body that decodes to too many bytes is left out: nobody can tell what it contains', () => {
  const body = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '))
  assert.match(String(redactDeep({ body }, redact).body), /^\[Left out/)
})
