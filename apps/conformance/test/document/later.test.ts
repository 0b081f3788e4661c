/** With --writes: what is only accepted (202) is done later. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy } from './written.ts'

const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
const requestBody = { required: true, content: { 'application/json': { schema } } }
const listed = { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } }
const said = { description: 'Said by the status alone.' }
const document = documentOf('3.1.0', {
  paths: {
    '/orders': {
      get: { responses: { 200: listed } },
      post: { operationId: 'order', requestBody, responses: { 202: said, 400: said, 415: said } },
    },
  },
})

/** Undefined for what is no order. */
function orderIn(sent: string): object | undefined {
  try {
    const order = JSON.parse(sent) as { title?: unknown } | null
    return typeof order?.title === 'string' ? order : undefined
  } catch {
    return undefined
  }
}

test('a list that shows later what was accepted is not changed by what is refused meanwhile', async (context) => {
  const [accepted, shown]: [object[], object[]] = [[], []]
  const listener: RequestListener = (request, response) => {
    const answer = (sent: string): void => {
      const order = orderIn(sent)
      if (request.method === 'POST') {
        response.writeHead(order === undefined ? 400 : 202).end()
        if (order !== undefined) accepted.push(order)
        return
      }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(shown))
      // What was accepted is in the next list.
      shown.push(...accepted.splice(0))
    }
    text(request).then(answer, () => {})
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  assert.ok(!brokenOf(report, 'order').includes('order:no-effect'))
})
