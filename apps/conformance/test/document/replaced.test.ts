/** With --writes: a thing is replaced by what may be made of known things only. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { isObject } from '../../src/contract/pointers.ts'
import { documentOf, reportBy, writeFiles } from './written.ts'

const members = { title: { type: 'string' }, depotId: { type: 'string' } }
const schema = { type: 'object', required: ['title', 'depotId'], properties: members }
const requestBody = { required: true, content: { 'application/json': { schema } } }
const responses = {
  200: { description: 'Done.' },
  201: { description: 'Made.' },
  default: { description: 'Not.' },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const document = documentOf('3.1.0', {
  paths: {
    '/crates': { get: { responses }, post: { requestBody, responses } },
    '/crates/{id}': {
      parameters: [id],
      get: { responses },
      put: { operationId: 'replace', requestBody, responses },
    },
  },
})

test('PUT of what names another thing', async (context) => {
  const crates: object[] = [{ id: 'c0', title: 'Apples', depotId: 'north' }]
  let replaced = 0
  const listener: RequestListener = (request, response) => {
    const at = Number(/^\/crates\/c(\d+)$/.exec(request.url ?? '')?.[1] ?? NaN)
    const send = (status: number, value?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    const write = (body: unknown): void => {
      const isRight = isObject(body) && body['depotId'] === 'north' && typeof body['title'] === 'string'
      if (!isRight) {
        send(422, {})
        return
      }
      const place = request.method === 'PUT' ? at : crates.length
      crates[place] = { ...body, id: `c${place}` }
      if (request.method === 'PUT') replaced += 1
      send(request.method === 'PUT' ? 200 : 201, crates[place])
    }
    if (!Number.isNaN(at) && crates[at] === undefined) send(404, {})
    else if (request.method === 'POST' || request.method === 'PUT')
      json(request).then(write, () => {
        send(400, {})
      })
    else send(200, Number.isNaN(at) ? crates : crates[at])
  }
  const world = '{"values":{"depotId":["north"]}}'
  const more = ['--writes', '--at-least', '0', '--world', await writeFiles(context, { 'world.json': world })]
  await reportBy(context, document, listener, ...more)
  assert.ok(replaced > 0)
})
