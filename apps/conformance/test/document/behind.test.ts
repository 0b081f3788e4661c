/** What comes behind content that nobody needs, and paths that are strange. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn } from './written.ts'

/** By what each path stumbles over: whether a request is such. */
const paths: Readonly<Record<string, (request: IncomingMessage) => boolean>> = {
  '/nothing': () => false,
  '/content': ({ headers }) => headers['content-length'] !== undefined,
  '/trailer': ({ headers }) => headers.trailer !== undefined,
  '/held': ({ headers }) => headers.expect !== undefined,
}
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(['/codes', ...Object.keys(paths)].map((path) => [path, { get: { responses } }])),
})

test('a connection that content has spoiled, and a path that can not be decoded', async (context) => {
  const spoiled = new WeakSet<Socket>()
  const listener: RequestListener = (request, response) => {
    const { url = '', socket } = request
    const isHere = url.startsWith('/codes') || url in paths
    const isWrong = spoiled.has(socket)
    spoiled.delete(socket)
    if (paths[url]?.(request) === true) spoiled.add(socket)
    if (/^\/codes\/%(?:zz|FF)/.test(url)) socket.destroy()
    else response.writeHead(isWrong ? 400 : isHere ? 200 : 404).end()
    request.resume()
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(toldIn(report), [
    '/codes/%FF answers-every-request',
    '/codes/%zz answers-every-request',
    '/content GET /content:success',
    '/held GET /held:success',
    '/trailer GET /trailer:success',
  ])
})
