/** A parameter beside the path may name what is not there: 404 is a failure only where the document does not speak of it. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy } from './written.ts'

const parameters = [{ name: 'at', in: 'query', schema: { type: 'string' } }]
const [found, gone] = [{ description: 'Found.' }, { description: 'No such commit.' }]

test('404 for what a parameter names, where the document declares 404', async (context) => {
  const document = documentOf('3.1.0', {
    paths: {
      '/entries': { get: { parameters, responses: { 200: found, 404: gone } } },
      '/log': { get: { parameters, responses: { 200: found } } },
    },
  })
  const listener: RequestListener = ({ url = '' }, response) => {
    response.writeHead(url.includes('?at=') ? 404 : 200).end()
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(
    brokenOf(report, 'GET').filter((rule) => rule.endsWith(':success')),
    ['GET /log:success'],
  )
})
