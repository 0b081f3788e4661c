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
const conditions = ['If-Match', 'If-None-Match'].map((name) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
}))
const put = { parameters: [...parameters, ...conditions], requestBody, responses: declared }

/** The status that is due to a request without a condition, with one that is false, and with a type that is not declared. */
const due = { bare: 428, stale: 412, first: 412, typed: 415 }
type Kind = keyof typeof due

/** What each path sends in place of that. */
const paths: Readonly<Record<string, Partial<typeof due>>> = {
  '/right': {},
  '/bare': { bare: 400 },
  '/unasked': { bare: 200 },
  '/stale': { stale: 409 },
  '/first': { first: 200 },
  '/typed': { typed: 422 },
}
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => [`${path}/{tree}`, { get: { parameters, responses }, put }]),
  ),
})

const tagOf = (name: string): string => `"${Buffer.from(name).toString('hex')}"`

function refusalOf({ headers }: IncomingMessage, name: string): Kind | undefined {
  const { 'if-match': tag, 'if-none-match': other, 'content-type': type } = headers
  if (type !== 'application/json') return 'typed'
  if (tag === undefined) return 'bare'
  if (tag !== '*' && tag !== tagOf(name)) return 'stale'
  return other === '*' ? 'first' : undefined
}

const statusOf = (path: string, kind: Kind | undefined): number =>
  kind === undefined ? 200 : (paths[path]?.[kind] ?? due[kind])

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
    const status = statusOf(path, refusalOf(request, name))
    if (tree !== '1') response.writeHead(404).end()
    else if (method !== 'PUT') reply(/GET|HEAD/.test(method) ? 200 : 405)
    else if (status >= 400) reply(status)
    else json(request).then(change, () => reply(400))
  }
  const world = await writeFiles(context, { 'world.json': '{"values":{"tree":["1"]}}' })
  const report = await reportBy(context, document, listener, '--writes', '--world', world, '--at-least', '0')
  assert.deepEqual(
    toldIn(report, /\/1$/).filter((one) => /refused-as-declared|condition-heeded/.test(one)),
    [
      '/bare refused-as-declared',
      '/first condition-heeded',
      '/stale refused-as-declared',
      '/typed refused-as-declared',
      '/unasked refused-as-declared',
    ],
  )
})
