/** Requests are read from bytes as they are written, and cut where they should be. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRequests, requestWriter, Secrets, toCurl, toText } from '@plant-store/raw-http'
import * as fc from 'fast-check'

const secrets = new Secrets({ callers: [{ token: 'plants-ana-1' }], refused: [] })
const write = requestWriter('127.0.0.1:8080', secrets)
const chunks = [['Transfer-Encoding', 'chunked']] as const

describe('bytes of requests', () => {
  const requests = [
    write('GET', '/plants?limit=3', { token: secrets.callers[0]?.mark }),
    write('POST', '/plants', { body: 'GET /plants HTTP/1.1\r\n\r\n' }),
    write('GET', '/plants', { fields: chunks, body: '2\r\nab\r\n0\r\n\r\n' }),
    // The length of content counts the token, not its stand-in.
    write('POST', '/plants', { body: `access_token=${secrets.callers[0]?.mark}` }),
    write('HEAD', '/plants'),
  ]

  it('are read one request after the other', () => {
    const bytes = requests.map((request) => toText(request)).join('')
    assert.deepEqual(readRequests(bytes, secrets), { requests, rest: '' })
  })

  it('are kept where they say more than the parts of the request', () => {
    const bytes = 'GET /plants HTTP/1.0\r\nHost:a\r\n\r\n'
    const [request] = readRequests(bytes, secrets).requests
    assert.deepEqual([request?.fields, request?.bytes], [[['Host', 'a']], bytes])
  })

  it('are read up to what is not a whole request', () => {
    const [first] = requests
    assert.ok(first !== undefined)
    for (const rest of [
      'what is this?\r\n\r\n',
      'GET /plants HTTP/1.1\r\n',
      'GET / HTTP/1.1\r\n(a: b\r\n\r\n',
    ]) {
      assert.deepEqual(readRequests(toText(first) + rest, secrets), { requests: [first], rest })
    }
  })
})

describe('a text with a token in it', () => {
  it('is cut anywhere, and neither half shows the token', () => {
    const text = `a ${secrets.callers[0]?.mark} b`
    const sent = secrets.reveal(text)
    fc.assert(
      fc.property(fc.nat(sent.length), (at) => {
        const [begin, rest] = secrets.cut(text, at)
        assert.deepEqual([secrets.reveal(begin), secrets.reveal(rest)], [sent.slice(0, at), sent.slice(at)])
        assert.doesNotMatch(secrets.show(begin) + secrets.show(rest), /ana/)
      }),
    )
  })
})

it('a line of curl has the path of the address in an absolute-form target, too', () => {
  const request = { method: 'GET', target: 'http://127.0.0.1:1/plants', fields: [] }
  const line = toCurl([request], { url: 'http://127.0.0.1:1/api', secrets })
  assert.match(line, /--request-target '?http:\/\/127\.0\.0\.1:1\/api\/plants/)
})
