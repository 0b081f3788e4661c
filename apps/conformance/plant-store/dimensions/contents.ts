/** Content sent with a request: it means nothing, whatever it is and however it is framed. */
import type { Field } from '../../src/exchange.ts'
import { listPlants } from '../contract.ts'
import { type Dimension, usual, type Value } from './draft.ts'

const form = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data'

/** Right and broken content, by its type. */
const typed: readonly (readonly [type: string, body: string])[] = [
  [form, 'limit=1'],
  [form, '_method=DELETE&limit=1'],
  [form, 'a=%zz'],
  ['application/xml', '<x/>'],
  ['application/xml', '<x>'],
  ['application/json', '{"__proto__":{"x":1}'],
  ['application/json', '['.repeat(5000)],
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json; charset=utf-16', '{"limit":1}'],
  [parts, '--x--'],
  [`${parts}; boundary=x`, '--x--'],
  [`${parts}; boundary=x`, '--x\r\nContent-Disposition: form-data; name="limit"\r\n\r\n1\r\n--x--\r\n'],
  ['application/grpc-web+proto', ''],
]

/** What is said about the content. */
const about: readonly Field[] = [
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'x-unknown'],
  ['Content-Length', '0007'],
  ['Content-Digest', 'sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:'],
  ['Content-MD5', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Expect', '100-Continue'],
]

/** Sizes at which buffers end. Most services accept less than the last ones, and say so. */
const sizes = [1, 1000, 1024, 4095, 4096, 4097, 8192, 9999, 16_384, 65_537, 100_000, 2_000_000] as const

/** Every way to write chunks (RFC 9112, 7.1). */
const chunked: readonly string[] = [
  `12C\r\n${'x'.repeat(300)}\r\n0\r\n\r\n`,
  '7;a=b;c="d"\r\nlimit=1\r\n0;e\r\n\r\n',
  `1A\r\n${'x'.repeat(26)}\r\n00\r\n\r\n`,
  '0007\r\nlimit=1\r\n000\r\n\r\n',
  `4E20\r\n${'x'.repeat(20_000)}\r\n0\r\n\r\n`,
  `${'1\r\nx\r\n'.repeat(40)}0\r\n\r\n`,
  '0\r\n\r\n',
  '7\r\nlimit=1\r\n0\r\nX-Any: x\r\n\r\n',
  '7\r\nlimit=1\r\n0\r\nIf-None-Match: *\r\nX-Request-Id: x\r\n\r\n',
]

const type = (name: string): Field => ['Content-Type', name]

/** Replaces any other content and the fields that framed it. */
const content = (body: string, ...fields: readonly Field[]): Value => ({
  apply: (draft) => {
    const others = draft.fields.filter(([name]) => !/^(?:transfer-encoding|trailer)$/i.test(name))
    return { ...draft, body, fields: [...others, ...fields] }
  },
})

/** Content of many types and sizes, in every framing. */
export const contents: Dimension = {
  name: 'content',
  values: [
    usual,
    content('limit=1'),
    content('{"limit":2,"name":"Oak"}', type('application/json')),
    content('7\r\nlimit=1\r\n0\r\n\r\n', ['Transfer-Encoding', 'chunked']),
    content('limit=1', ['Expect', '100-continue']),
    content(''),
    content(`GET ${listPlants.path}-x HTTP/1.1\r\nHost: x\r\n\r\n`),
    ...typed.map(([ofType, body]) => content(body, type(ofType))),
    ...about.map((field) => content('limit=1', field)),
    ...sizes.map((bytes) => content('x'.repeat(bytes))),
    ...chunked.map((body) => content(body, ['Transfer-Encoding', 'chunked'])),
    content('7\r\nlimit=1\r\n0\r\n\r\n', ['Transfer-Encoding', 'Chunked']),
    content('x'.repeat(70_000), ['Expect', '100-continue']),
  ],
}
