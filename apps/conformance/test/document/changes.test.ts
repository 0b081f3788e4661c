/** With --writes: what HTTP and a document leave open about a change is no failure. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const texts = { title: { type: 'string' }, secret: { type: 'string' } }
const schema = { properties: { id: { type: 'integer' }, ...texts } }
const requestBody = { content: { 'application/json': { schema } } }
const wrapped = { content: { 'application/json': { schema: { properties: { data: schema } } } } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }

test('a list stays one when all of its items change, a thing stays where it is whatever id is sent, and a secret is not shown', async (context) => {
  const document = documentOf('3.1.0', {
    paths: {
      '/todos': { get: { responses }, patch: { requestBody, responses } },
      '/todos/{id}': { get: { parameters, responses }, put: { parameters, requestBody, responses } },
      '/folders': { get: { responses }, patch: { requestBody: wrapped, responses } },
    },
  })
  let todo = { title: 'Water', id: 41, secret: '*****' }
  const listener: RequestListener = (request, response) => {
    const reply = (value: unknown): void => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
    }
    const change = (sent: unknown): void => {
      if (request.url !== '/folders') todo = Object.assign({}, todo, sent, { id: 41, secret: '*****' })
      reply({})
    }
    const shown = { '/todos': [todo], '/folders': { data: [todo] } }[request.url ?? ''] ?? todo
    if (request.method === 'GET') reply(shown)
    else json(request).then(change, () => response.writeHead(400).end())
  }
  const world = await writeFiles(context, { 'world.json': '{"values":{"id":[41]}}' })
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0', '--world', world)
  assert.deepEqual(
    brokenOf(report, 'P').filter((rule) => rule.endsWith(':effect')),
    [],
  )
})

test('what the check itself makes to report another failure is no effect of what was refused', async (context) => {
  const document = documentOf('3.1.0', {
    paths: {
      '/kernels': { get: { responses }, post: { requestBody, responses: { 201: { description: 'Made.' } } } },
      '/kernels/{id}': { get: { parameters, responses } },
      '/marks': { post: { responses } },
      '/marks/{id}': { get: { parameters, responses } },
    },
  })
  const kernels: object[] = []
  const listener: RequestListener = (request, response) => {
    response.setHeader('Content-Type', 'application/json')
    const make = (sent: string): void => {
      if (!/^(?:\{.*\})?$/.test(sent)) response.writeHead(400).end('{}')
      else response.writeHead(201).end(JSON.stringify({ id: kernels.push({ id: kernels.length + 1 }) }))
    }
    if (request.method === 'POST') void text(request).then(make)
    else
      response.end(
        JSON.stringify(request.url === '/kernels' ? kernels : { id: Number(/\d+$/.exec(request.url ?? '')) }),
      )
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  assert.deepEqual(brokenOf(report, 'POST'), ['POST /kernels:status', 'POST /kernels:request-body'])
  assert.equal(report.checkers[0]?.failure, undefined)
})

test('what depends on a thing is removed with it', async (context) => {
  const document = documentOf('3.1.0', {
    paths: {
      '/todos': {
        get: { responses },
        post: { requestBody, responses: { 201: { description: 'Made.' }, default: responses.default } },
      },
      '/todos/{id}': { get: { parameters, responses }, delete: { parameters, responses } },
    },
  })
  const todos = new Map<number, object>()
  let last = 0
  const listener: RequestListener = (request, response) => {
    const id = Number(/\d+$/.exec(request.url ?? ''))
    const reply = (status: number, value: unknown = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    const make = (sent: string): void => {
      const isRight = /^\{.*\}$/.test(sent)
      if (isRight) last += 1
      if (isRight) todos.set(last, { id: last })
      reply(isRight ? 201 : 400, { id: last })
    }
    if (request.method === 'POST') void text(request).then(make)
    else if (id === 0) reply(200, [...todos.values()])
    else if (!todos.has(id)) reply(404)
    else if (request.method === 'GET') reply(200, todos.get(id))
    else {
      for (const one of [id, id + 1, id + 2]) todos.delete(one)
      reply(200)
    }
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  assert.deepEqual(
    brokenOf(report, 'DELETE').filter((rule) => rule.endsWith(':effect')),
    [],
  )
})
