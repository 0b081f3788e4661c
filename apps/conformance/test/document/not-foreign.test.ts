/** What was sent by the check itself, a part that a thing may lack, and gzip by its old name are no failures. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const schema = { type: 'object', required: ['price'], properties: { price: { pattern: '^pric[e]-1$' } } }
const responses = (status: number): object => ({
  [status]: { description: 'Done.' },
  ...Object.fromEntries([400, 401, 404, 415, 422].map((one) => [one, { description: 'Refused.' }])),
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const body = { required: true, content: { 'application/json': { schema } } }
const document = documentOf('3.1.0', {
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/notes': { get: { responses: responses(200) }, post: { requestBody: body, responses: responses(201) } },
    '/notes/{id}': { parameters: [id], get: { responses: responses(200) } },
    '/notes/{id}/cover': { parameters: [id], get: { responses: responses(200) } },
  },
})
const callers = ['one-token-aK3', 'two-token-bL4']

interface Note {
  readonly id: string
  readonly price: string
  readonly owner: number
}

function respond(notes: Note[], owner: number, url: string, sent: string): readonly [number, unknown] {
  const [path = ''] = url.split('?')
  const [, name, part] = /^\/notes\/([^/]+)(\/cover)?$/.exec(path) ?? []
  const own = notes.filter((one) => one.owner === owner)
  const note = own.find((one) => one.id === name)
  if (path !== '/notes') return note === undefined || part !== undefined ? [404, {}] : [200, note]
  if (sent === '') return [200, own]
  const isRight = sent === '{"price":"price-1"}'
  const made = { id: `note-${notes.length}`, price: 'price-1', owner }
  if (isRight) notes.push(made)
  return isRight ? [201, made] : [400, {}]
}

test('not even where two callers have the same', async (context) => {
  const notes: Note[] = [{ id: 'note-0', price: 'price-1', owner: 1 }]
  const serve = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const { url = '', method = '', headers } = request
    const owner = callers.indexOf(/^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
    const sent = await text(request)
    const isPost = method === 'POST'
    const known = owner === -1 ? ([401, {}] as const) : respond(notes, owner, url, isPost ? sent || '-' : '')
    const isPacked = /(?:^|[ ,])(?:x-)?gzip *(?:$|,)/.test(String(headers['accept-encoding']))
    const json = JSON.stringify(known[1])
    response.writeHead(['GET', 'HEAD', 'POST'].includes(method) ? known[0] : 405, {
      'Content-Type': 'application/json',
      'WWW-Authenticate': 'Bearer',
      Allow: 'GET, HEAD, POST',
      Vary: 'Accept-Encoding',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    })
    response.end(isPacked ? gzipSync(json) : json)
  }
  const [one, two] = callers
  const world = JSON.stringify({ callers: [{ token: one }, { token: two, values: { id: ['note-0'] } }] })
  const file = await writeFiles(context, { 'world.json': world })
  const more = ['--world', file, '--writes', '--at-least', '0']
  const report = await reportBy(context, document, (...both) => void serve(...both), ...more)
  const broken = [...brokenOf(report, 'GET'), ...brokenOf(report, 'POST'), ...brokenOf(report, 'coding')]
  assert.deepEqual(broken, [])
})
