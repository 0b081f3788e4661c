/** HTTP header fields with invalid values: no answer depends on them. */
import type { Field } from '../../exchange.ts'

/** Leaves out the fields that make a request conditional, frame it, or say who sends it. */
const names =
  `Accept Accept-Charset Accept-Datetime Accept-Encoding Accept-Language Access-Control-Request-Headers
  Access-Control-Request-Method Cache-Control Content-Language Content-Type Cookie Date DNT Forwarded From If-Modified-Since
  If-Range Keep-Alive Max-Forwards Origin Pragma Prefer Priority Proxy-Authorization Range Referer Save-Data Sec-Fetch-Mode
  Traceparent User-Agent Via Warning A-IM CDN-Loop Depth Destination Proxy-Connection Sec-CH-UA Want-Content-Digest
  X-Correlation-Id X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id`.split(/\s+/)

const values = ['', 'x', '"', ',;=', '-1', '99999999999999999999', '%zz', 'Thu, 99 Foo 2026 99:99:99 GMT']

/** One group for each value, with all names; it leaves room for other fields. */
export const oddFields: readonly (readonly Field[])[] = values.map((value) =>
  names.map((name): Field => [name, value]),
)
