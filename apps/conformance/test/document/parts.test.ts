/** What a client may ask for on top of an operation, and parameters of which no right value is known. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy } from './written.ts'

const parameters = ['from', 'to'].map((name) => ({ name, in: 'query', schema: { type: 'int' } }))
const document = documentOf('3.0.3', {
  paths: { '/links': { get: { parameters, responses: { 200: { description: 'Done.' } } } } },
})

test('206 needs no declaration where a part was asked for; no value is tried of a type that there is not', async (context) => {
  const listener: RequestListener = ({ url = '', headers: { range } }, response) => {
    if (!url.startsWith('/links')) response.writeHead(404).end()
    else if (range === 'bytes=0-3') response.writeHead(206, { 'Content-Range': 'bytes 0-3/9' }).end('link')
    else response.end('links 1 2')
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(brokenOf(report, 'GET'), [])
  assert.equal(report.checkers[0]?.failure, undefined)
})
