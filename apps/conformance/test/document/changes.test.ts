/** With --writes: what HTTP and a document leave open about a change is no failure. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const schema = { properties: { id: { type: 'integer' }, title: { type: 'string' } } }
const requestBody = { content: { 'application/json': { schema } } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }

test('a list stays one when all of its items change, and a thing stays where it is whatever id is sent', async (context) => {
  const document = documentOf('3.1.0', {
    paths: {
      '/todos': { get: { responses }, patch: { requestBody, responses } },
      '/todos/{id}': { get: { parameters, responses }, put: { parameters, requestBody, responses } },
    },
  })
  let todo = { title: 'Water', id: 41 }
  const listener: RequestListener = (request, response) => {
    const reply = (value: unknown): void => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
    }
    const change = (sent: unknown): void => {
      todo = Object.assign({}, todo, sent, { id: 41 })
      reply({})
    }
    if (request.method === 'GET') reply(request.url === '/todos' ? [todo] : todo)
    else json(request).then(change, () => response.writeHead(400).end())
  }
  const world = await writeFiles(context, { 'world.json': '{"values":{"id":[41]}}' })
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0', '--world', world)
  assert.deepEqual(
    brokenOf(report, 'P').filter((rule) => rule.endsWith(':effect')),
    [],
  )
})
