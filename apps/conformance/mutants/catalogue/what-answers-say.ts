/** Headers: what answers say about themselves, to caches, and about who made them. */
import { adding, bodies, listWithBody, sending, unmeasured, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { field, http10, is200, is304, is404, listed, method, not, refusal, target } from '../triggers.ts'

/** Sends a list in chunks, with its length in a trailer. */
const lengthBehind: Change = writing((reply, { response }) => {
  response.writeHead(reply.status, unmeasured(reply).flat())
  response.addTrailers({ 'Content-Length': String(Buffer.byteLength(reply.body)) })
  response.end(reply.body)
})

export const completed: Faults = {
  '304-as-page: A 304 has the Content-Type of an HTML page.': [sending('Content-Type', 'text/html'), is304],
  'length-in-trailer: A chunked list has its Content-Length in a trailer.': [lengthBehind, listWithBody, not(http10)],
  'refusal-understood: Caches that understand the status of a refusal may store it, despite no-store (must-understand).': [
    sending('Cache-Control', 'must-understand, no-store, public, max-age=60'),
    refusal,
  ],
  'refusal-on-edge: A 404 tells shared caches to store it (CDN-Cache-Control).': [adding(['CDN-Cache-Control', 'public, max-age=60']), is404],
  'list-on-edge: A list tells a proxy to keep it for ten minutes (X-Accel-Expires).': [adding(['X-Accel-Expires', '600']), listed],
  'server-in-brackets: Server names the software, with its version in brackets.': sending('Server', 'Jetty(11.0.15)'),
  'powered-cms: Every answer has a field that only names the software (X-Powered-CMS).': sending('X-Powered-CMS', 'Bitrix Site Manager'),
  'turbo-charged: Every answer has a field that only names the server software (X-Turbo-Charged-By).': sending('X-Turbo-Charged-By', 'LiteSpeed'),
  'edge-control: A list tells the edge to keep it for ten minutes (Edge-Control).': [sending('Edge-Control', 'cache-maxage=10m'), listed],
  'litespeed-cache: A list tells the server in front to keep it for every caller (X-LiteSpeed-Cache-Control).': [
    sending('X-LiteSpeed-Cache-Control', 'public,max-age=120'),
    listed,
  ],
  'static-by-query: A list whose address ends in .css or .js, the query included, may be stored by any cache.': [
    sending('Cache-Control', 'public, max-age=31536000'),
    listed,
    target(/\?.*\.(?:css|js)$/),
  ],
  'head-length-and-chunks: An answer to HEAD has both Content-Length and Transfer-Encoding: chunked.': [
    adding(['Transfer-Encoding', 'chunked']),
    is200,
    method('HEAD'),
  ],
  'indent-of-type: Accept: application/json; indent=4 gets the list indented, under the same ETag and without Accept in Vary.': [
    bodies((body) => JSON.stringify(JSON.parse(String(body)), undefined, 4)),
    is200,
    field('accept', /application\/json *; *indent=4/i),
  ],
}
