/** Ranges of a content, and of two conditions the one that decides. */
import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { documentOf, reportBy } from './written.ts'

// The schema is that of the whole: a part need not match.
const content = { 'text/plain': { schema: { type: 'string', pattern: '^Water' } } }
const get = {
  responses: { 200: { description: 'The text.', content }, 206: { description: 'A part.', content } },
}
const document = documentOf('3.1.0', { paths: { '/text': { get } } })
const text = 'Water the plants on the balcony.'

/** What a service makes of a range. */
type Read = (from: string, to: string) => readonly [first: number, last: number]

function reply(response: ServerResponse, { range = '' }: IncomingHttpHeaders, read: Read): void {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const [first, last] = from + to === '' ? [0, end] : read(from, to)
  const part = text.slice(first, last + 1)
  const fields = { 'Content-Type': 'text/plain', 'Content-Length': part.length }
  if (from + to === '') response.writeHead(200, fields).end(part)
  else if (first > end) response.writeHead(416).end()
  else response.writeHead(206, { ...fields, 'Content-Range': `bytes ${first}-${last}/${end + 1}` }).end(part)
}

const service =
  (read: Read, isDateHeeded = false): RequestListener =>
  ({ url, headers, method = '' }, response) => {
    const { 'if-modified-since': since = '1970', 'if-none-match': tag, 'if-range': of } = headers
    const isSame = !since.includes('1970') && (isDateHeeded || tag === undefined)
    if (url !== '/text') response.writeHead(404).end()
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    else if (isSame) response.writeHead(304).end()
    else reply(response, of === undefined ? headers : {}, read)
  }

const end = text.length - 1
const asDue: Read = (from, to) =>
  from === '' ? [text.length - Number(to), end] : [Number(from), to === '' ? end : Math.min(end, Number(to))]
const fromStart: Read = (from, to) => (from === '' ? [0, Number(to) - 1] : asDue(from, to))

for (const [what, listener, broken] of [
  ['a part of the content is what the whole has there', service(asDue), []],
  ['the end is not the beginning', service(fromStart), ['ranges-right']],
  ['a tag decides, not the date beside it', service(asDue, true), ['not-modified-304']],
] as const)
  test(what, async (context) => {
    const { failures } = await reportBy(context, document, listener)
    assert.deepEqual(
      // Node itself lets two lines with Host through.
      failures.flatMap(({ rules }) => rules).filter((rule) => rule !== 'host-required'),
      broken,
    )
  })
