/** Every kind of bytes that a stranger may send to an HTTP/1.1 port, sound and unsound. */

/** A kind of connection: what is sent on it, and about how many bytes come back. */
export interface Kind {
  readonly name: string
  readonly bytes: Buffer
  readonly responseLength: number
}

const host = 'Host: a\r\n'
const upgrade = (protocol: string, more: string): string =>
  `GET /plants HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`

/** A TLS 1.2 record with the beginning of a ClientHello (RFC 8446, 4.1.2). */
const clientHello = `\x16\x03\x01\x00\xC4\x01\x00\x00\xC0\x03\x03${'\x5A'.repeat(32)}\x00\x00\x04\x13\x01\xC0\x2F\x01\x00`

/** The preface and an empty SETTINGS frame (RFC 9113, 3.4). */
const http2Preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00'

const kind = (name: string, bytes: string, responseLength = 400): Kind => ({
  name,
  bytes: Buffer.from(bytes, 'latin1'),
  responseLength,
})

/** All kinds, with a token whose user sees a list of many pages. */
// oxlint-disable-next-line max-lines-per-function -- a table: one kind per line
export function kindsOfRequests(token: string): readonly Kind[] {
  const bearer = `${host}Authorization: Bearer ${token}\r\n`
  const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\n${bearer}${more}\r\n`
  const short = get('/plants?limit=1')
  return [
    kind('nothing', ''),
    kind('CONNECT', 'CONNECT a:1 HTTP/1.1\r\n\r\n'),
    kind(
      'CONNECT with fields',
      `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nProxy-Connection: keep-alive\r\n\r\n`,
    ),
    kind('CONNECT with content', `CONNECT a:1 HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n123456789`),
    kind('CONNECT behind a request', `${short}CONNECT a:1 HTTP/1.1\r\n\r\nmore`, 800),
    kind('CONNECT behind a long list', `${get('/plants?limit=3000')}CONNECT a:1 HTTP/1.1\r\n\r\n`, 120_000),
    kind(
      'websocket',
      upgrade('websocket', `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n`),
    ),
    kind('h2c', upgrade('h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__\r\n')),
    kind('upgrade behind a request', short + upgrade('websocket', ''), 800),
    kind('HTTP/2 preface', http2Preface),
    kind('TLS hello', clientHello),
    kind('short list', short),
    kind('short list, then idle', short, 100_000),
    kind('HEAD', `HEAD /plants HTTP/1.1\r\n${bearer}\r\n`),
    kind('304', get('/plants', 'If-None-Match: *\r\n')),
    kind('absolute form', get('http://a/plants?limit=1')),
    kind('three pages', get('/plants?limit=3000'), 120_000),
    kind('three pages in HTTP/1.0', `GET /plants?limit=3000 HTTP/1.0\r\n${bearer}\r\n`, 120_000),
    kind('long list', get('/plants'), 600_000),
    kind('pipeline', short.repeat(5), 2000),
    kind('pipeline behind a long list', get('/plants') + short.repeat(3), 200_000),
    kind('pipeline with a malformed end', `${short.repeat(2)}NONSENSE\r\n\r\n`, 1000),
    kind('content', `POST /plants HTTP/1.1\r\n${bearer}Content-Length: 20\r\n\r\n${'x'.repeat(20)}`),
    kind('content of GET', get('/plants?limit=1', 'Content-Length: 20\r\n') + 'x'.repeat(20)),
    kind('chunked', `${get('/plants?limit=1', 'Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n`),
    kind(
      'malformed chunks',
      `${get('/plants?limit=1', 'Transfer-Encoding: chunked\r\n')}5\r\nhello\r\nX\r\n`,
    ),
    kind(
      'content held back',
      `${get('/plants?limit=1', 'Content-Length: 5\r\nExpect: 100-continue\r\n')}hello`,
    ),
    kind('strange expectation', get('/plants', 'Expect: a-miracle\r\n')),
    kind('too much content', get('/plants', 'Content-Length: 99999\r\n') + 'x'.repeat(99_999)),
    kind(
      'too many chunks',
      get('/plants', 'Transfer-Encoding: chunked\r\n') + `800\r\n${'x'.repeat(2048)}\r\n`.repeat(40),
    ),
    kind('no request line', 'NONSENSE\r\n\r\n'),
    kind('no host', 'GET /plants HTTP/1.1\r\n\r\n'),
    kind('two lengths', get('/plants', 'Content-Length: 1\r\nContent-Length: 2\r\n')),
    kind('bad field', get('/plants', 'Bad Field: x\r\n')),
    kind('unfinished head', `GET /plants HTTP/1.1\r\n${bearer}X-Slow: `),
    kind('unfinished content', `${get('/plants', 'Content-Length: 9\r\n')}12`),
    kind('large head', get('/plants', `X-Large: ${'x'.repeat(40_000)}\r\n`)),
    kind('long target', get(`/plants?${'a&'.repeat(5000)}`)),
    kind('no token', `GET /plants HTTP/1.1\r\n${host}\r\n`),
    kind('another path', `DELETE /other HTTP/1.1\r\n${host}\r\n`),
    kind('another method', `DELETE /plants HTTP/1.1\r\n${host}\r\n`),
    kind('OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`),
    kind('metrics', `GET /metrics HTTP/1.1\r\n${host}\r\n`, 12_000),
    kind('document', `GET /openapi.yaml HTTP/1.1\r\n${host}\r\n`, 12_000),
  ]
}
