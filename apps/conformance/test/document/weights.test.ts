/** What Accept gives no weight is not sent in place of what it accepts. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn } from './written.ts'

const content = { 'text/plain': {}, 'text/csv': {} }
const get = { responses: { 200: { description: 'Done.', content } } }
const document = documentOf('3.1.0', { paths: { '/weighed': { get }, '/first': { get }, '/one': { get } } })

test('weights that are not read, and a service that has one form alone', async (context) => {
  const listener: RequestListener = ({ url = '', headers: { accept = '*/*' } }, response) => {
    const type = accept.split(/, */).find((one) => url === '/first' || !one.endsWith(';q=0'))
    const isCsv = url !== '/one' && type?.startsWith('text/csv') === true
    response.writeHead(/^\/(?:weighed|first|one)$/.test(url) ? 200 : 404, {
      'Content-Type': isCsv ? 'text/csv' : 'text/plain',
    })
    response.end('oak')
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(
    toldIn(report).filter((one) => !one.endsWith(':status')),
    ['/first weights-heeded'],
  )
})
