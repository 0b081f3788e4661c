/** With --writes: what a status is declared for gets that status. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn, writeFiles } from './written.ts'

const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { enum: ['elm', 'ash', 'lime', 'oak'] } },
}
const content = { 'application/json': { schema } }
const refused = { description: 'Refused.' }
const responses = { 200: { description: 'Done.', content }, 400: refused, 404: refused }
const declared = { ...responses, 406: refused, 412: refused, 415: refused, 428: refused }
const parameters = [{ name: 'tree', in: 'path', required: true, schema: { type: 'string' } }]
const requestBody = { required: true, content }
const condition = { name: 'If-Match', in: 'header', schema: { type: 'string' } }
const put = { parameters: [...parameters, condition], requestBody, responses: declared }

/** What each path does wrong: the status in place of a status. */
const paths: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  '/right': {},
  '/bare': { 428: 400 },
  '/unasked': { 428: 200 },
  '/stale': { 412: 409 },
  '/typed': { 415: 422 },
}
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => [`${path}/{tree}`, { get: { parameters, responses }, put }]),
  ),
})

const tagOf = (name: string): string => `"${Buffer.from(name).toString('hex')}"`

/** What HTTP and the document have a service say to a change. */
function refusalOf({ headers }: IncomingMessage, name: string): number {
  const { 'if-match': tag, 'content-type': type } = headers
  if (type !== 'application/json') return 415
  if (tag === undefined) return 428
  return tag === '*' || tag === tagOf(name) ? 200 : 412
}

test('conditions of changes, each of another status than the document says', async (context) => {
  const names = new Map<string, string>()
  const listener: RequestListener = (request, response) => {
    const { url = '', method = '' } = request
    const [, path = '', tree] = /^(\/[a-z]+)\/(\d+)$/.exec(url) ?? []
    const name = names.get(path) ?? 'oak'
    const reply = (status: number): void => {
      const now = names.get(path) ?? name
      response.writeHead(status, { 'Content-Type': 'application/json', ETag: tagOf(now) })
      response.end(JSON.stringify({ name: now }))
    }
    const change = (sent: unknown): void => {
      const { name: own } = (sent ?? {}) as { name?: unknown }
      const isRight = typeof own === 'string' && schema.properties.name.enum.includes(own)
      if (isRight) names.set(path, own)
      reply(isRight ? 200 : 400)
    }
    const due = refusalOf(request, name)
    const status = paths[path]?.[due] ?? due
    if (tree !== '1') response.writeHead(404).end()
    else if (method !== 'PUT') reply(/GET|HEAD/.test(method) ? 200 : 405)
    else if (status >= 400) reply(status)
    else json(request).then(change, () => reply(400))
  }
  const world = await writeFiles(context, { 'world.json': '{"values":{"tree":["1"]}}' })
  const report = await reportBy(context, document, listener, '--writes', '--world', world, '--at-least', '0')
  assert.deepEqual(
    toldIn(report, /\/1$/).filter((one) => one.endsWith(' refused-as-declared')),
    ['/bare', '/stale', '/typed', '/unasked'].map((path) => `${path} refused-as-declared`),
  )
})
