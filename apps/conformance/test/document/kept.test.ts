/** With --writes: what the document allows is not refused, and what was sent is there afterwards. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { documentOf, reportBy } from './written.ts'

const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', maxLength: 80 },
    price: { type: 'number', minimum: 0 },
    steps: {
      type: 'array',
      items: { type: 'object', properties: { hours: { type: 'number', minimum: 0 } } },
    },
    state: { type: 'string', enum: ['open', 'done'], default: 'open' },
    due: { type: ['string', 'null'], format: 'date' },
    note: { type: 'string', maxLength: 20_000 },
  },
}
const example = {
  title: 'Water the plants',
  price: 1,
  steps: [{ hours: 2 }],
  state: 'done',
  note: 'All of them',
}
const requestBody = { required: true, content: { 'application/json': { schema, example } } }
const ok = { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } }
const refused = { description: 'Refused.' }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const one = { 200: ok, 400: refused, 404: refused, 415: refused }
const document = documentOf('3.1.0', {
  paths: {
    '/todos': {
      post: { operationId: 'make', requestBody, responses: { 201: ok, 400: refused, 415: refused } },
    },
    '/todos/{id}': {
      get: { operationId: 'show', parameters, responses: one },
      put: { operationId: 'put', parameters, requestBody, responses: one },
    },
  },
})

type Todo = Readonly<Record<string, unknown>>

/** Nothing for what is no object of JSON. */
function parse(sent: string): Todo {
  try {
    return { ...JSON.parse(sent) } as Todo
  } catch {
    return {}
  }
}

/** The status, and what is kept, by a service that loses this and that. */
function takeIn(sent: string, type: string, old: Todo | undefined): readonly [number, Todo?] {
  if (type !== 'application/json' && type !== 'text/plain') return [415]
  const value = parse(sent)
  const { title, due } = value
  if (typeof title !== 'string' || due === null || sent.includes('"hours":0}')) return [400]
  return [old === undefined ? 201 : 200, { ...value, state: value['state'] ?? old?.['state'] ?? 'open' }]
}

test('what is lost on its way, or refused though it is allowed', async (context) => {
  const todos = new Map<number, Todo>()
  const listener: RequestListener = (request, response) => {
    const id = Number(/\d+$/.exec(request.url ?? ''))
    const old = todos.get(id)
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    const take = (sent: string): void => {
      const [status, kept] = takeIn(sent, request.headers['content-type'] ?? '', old)
      const own = id === 0 ? todos.size + 1 : id
      if (kept !== undefined) todos.set(own, { ...kept, id: own })
      reply(status, todos.get(own) ?? {})
    }
    if (id !== 0 && old === undefined) reply(404, {})
    else if (request.method === 'GET') reply(200, old)
    else text(request).then(take, () => {})
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  const found = report.failures.flatMap(({ findings }) => findings)
  const came = found.map((each) => `${each.rule}: ${each.came}, not ${each.due}`)
  for (const due of [
    /^put:effect: state is still "\\?"done/,
    /^make:success: 400.* in due alone$/,
    /^make:success: 400.* in steps\.hours alone$/,
    /^make:request-body: 201/,
  ])
    assert.ok(
      came.some((each) => due.test(each)),
      `${String(due)} among ${came.join('; ')}`,
    )
})
