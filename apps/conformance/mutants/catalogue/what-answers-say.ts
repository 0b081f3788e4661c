/** Class 4, continued: what answers say of themselves, to caches, and of who made them. */
import { adding, bodies, listWithBody, sending, unmeasured, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { field, http10, is200, is304, is404, listed, method, not, refusal, target } from '../triggers.ts'

/** A list in chunks, with a length behind them. */
const lengthBehind: Change = writing((reply, { response }) => {
  response.writeHead(reply.status, unmeasured(reply).flat())
  response.addTrailers({ 'Content-Length': String(Buffer.byteLength(reply.body)) })
  response.end(reply.body)
})

export const completed: Faults = {
  '304-as-page: A 304 says that the list is a page.': [sending('Content-Type', 'text/html'), is304],
  'length-in-trailer: A list in chunks has its length in a trailer.': [lengthBehind, listWithBody, not(http10)],
  'refusal-understood: Caches that understand the status of a refusal may store it, whatever no-store says.': [
    sending('Cache-Control', 'must-understand, no-store, public, max-age=60'),
    refusal,
  ],
  'refusal-on-edge: A 404 tells shared caches by a field of their own to keep it.': [adding(['CDN-Cache-Control', 'public, max-age=60']), is404],
  'list-on-edge: A list tells a proxy by X-Accel-Expires to keep it for ten minutes.': [adding(['X-Accel-Expires', '600']), listed],
  'server-in-brackets: Every answer names the server, and its version in brackets.': sending('Server', 'Jetty(11.0.15)'),
  'powered-cms: Every answer has a header for the name of the software alone, X-Powered-CMS.': sending('X-Powered-CMS', 'Bitrix Site Manager'),
  'turbo-charged: Every answer has a header for the name of the server alone, X-Turbo-Charged-By.': sending('X-Turbo-Charged-By', 'LiteSpeed'),
  'edge-control: A list tells the edge by Edge-Control to keep it for ten minutes.': [sending('Edge-Control', 'cache-maxage=10m'), listed],
  'litespeed-cache: A list tells the server in front by X-LiteSpeed-Cache-Control to keep it for everybody.': [
    sending('X-LiteSpeed-Cache-Control', 'public,max-age=120'),
    listed,
  ],
  'static-by-query: A list whose address ends like a style or a script, the query included, may be stored by everyone.': [
    sending('Cache-Control', 'public, max-age=31536000'),
    listed,
    target(/\?.*\.(?:css|js)$/),
  ],
  'head-length-and-chunks: HEAD is told a length, and that chunks would come.': [adding(['Transfer-Encoding', 'chunked']), is200, method('HEAD')],
  'indent-of-type: Who accepts application/json; indent=4 gets the list indented, under the same tag, and Vary says nothing of it.': [
    bodies((body) => JSON.stringify(JSON.parse(String(body)), undefined, 4)),
    is200,
    field('accept', /application\/json *; *indent=4/i),
  ],
}
