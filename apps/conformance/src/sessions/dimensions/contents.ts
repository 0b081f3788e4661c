/** Content that comes with a request: it means nothing, whatever it is and however it is framed. */
import type { Field } from '../../exchange.ts'
import { type Dimension, type Setting, usual, type Value } from '../draft.ts'

/** A service that waits for content before it looks at the method shows with each of them. */
export function contents({ operation: { path } }: Setting): Dimension {
  return {
    name: 'content',
    values: [
      usual,
      content('limit=1'),
      content('{"limit":2,"name":"Oak"}', type('application/json')),
      content('7\r\nlimit=1\r\n0\r\n\r\n', ['Transfer-Encoding', 'chunked']),
      content('limit=1', ['Expect', '100-continue']),
      content(''),
      content(`GET ${path}-x HTTP/1.1\r\nHost: x\r\n\r\n`),
      content('limit=1', type('application/x-www-form-urlencoded')),
      content('_method=DELETE&limit=1', type('application/x-www-form-urlencoded')),
      content('<x/>', type('application/xml')),
      content('{"__proto__":{"x":1}', type('application/json')),
      content('['.repeat(5000), type('application/json')),
      content('x', ['Content-Encoding', 'gzip']),
      content('x'.repeat(100_000)),
      // Most services take in less, and say so.
      content('x'.repeat(2_000_000)),
    ],
  }
}

const type = (name: string): Field => ['Content-Type', name]

const content = (body: string, ...fields: readonly Field[]): Value => ({
  apply: (draft) => ({ ...draft, body, fields: [...draft.fields, ...fields] }),
})
