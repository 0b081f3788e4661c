/** A credential that no operation asks for: a wrong one may be refused, none at all may not. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

test('401 for a wrong credential that the document does not ask for', async (context) => {
  const responses = { 200: { description: 'Done.' } }
  const document = documentOf('3.1.0', {
    paths: { '/random': { get: { responses } }, '/closed': { get: { responses } } },
  })
  const listener: RequestListener = ({ url = '', headers: { authorization } }, response) => {
    const isRefused = authorization === undefined ? url === '/closed' : authorization !== 'Bearer right-One-1'
    response.writeHead(isRefused ? 401 : 200, { 'WWW-Authenticate': 'Bearer' }).end()
  }
  const world = await writeFiles(context, { 'world.json': '{"callers":[{"token":"right-One-1"}]}' })
  const report = await reportBy(context, document, listener, '--at-least', '0', '--world', world)
  assert.deepEqual(brokenOf(report, 'GET'), ['GET /closed:success'])
})

test('an operation is not asked for where a required parameter has no value', async (context) => {
  const parameters = [{ name: 'tree', in: 'query', required: true, schema: { not: {} } }]
  const responses = { 200: { description: 'Done.' } }
  const paths = { '/leaves': { get: { parameters, responses } }, '/trees': { get: { responses } } }
  const document = documentOf('3.1.0', { paths })
  const report = await reportBy(context, document, (_, response) => response.end(), '--at-least', '0')
  assert.match(JSON.stringify(report.checkers), /Not asked for GET \/leaves: no value of tree is known/)
})

test('what carries the credential is not what requests that are refused have in common', async (context) => {
  const parameters = ['limit', 'tree'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }))
  const responses = { 200: { description: 'Done.' }, 400: { description: 'Refused.' } }
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
  const document = documentOf('3.1.0', {
    components: { securitySchemes },
    security: [{ key: [] }],
    paths: { '/leaves': { get: { parameters, responses } } },
  })
  const listener: RequestListener = ({ url = '', headers }, response) => {
    const status = headers['x-key'] === 'right-One-1' ? (url.includes('limit=') ? 400 : 200) : 401
    response.writeHead(status, { 'WWW-Authenticate': 'Key' }).end()
  }
  const world = await writeFiles(context, {
    'world.json': '{"callers":[{"headers":{"X-Key":"right-One-1"}}]}',
  })
  const report = await reportBy(context, document, listener, '--at-least', '0', '--world', world)
  assert.equal(report.failures[0]?.headline, 'Right requests with the parameter limit are refused with 400.')
})
