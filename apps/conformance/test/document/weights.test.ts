/** What Accept gives next to no weight is not sent in place of what it accepts; and Vary says that it decides. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn } from './written.ts'

const content = { 'text/plain': {}, 'text/csv': {} }
const responses = { 200: { description: 'Done.', content }, 406: { description: 'Refused.' } }

/** By what each path does wrong; what matches is left out of Accept. */
const paths: Readonly<Record<string, RegExp>> = {
  '/weighed': /;q=0(?:\.001)?$/,
  '/first': /(?!)/,
  '/zero': /;q=0$/,
  '/one': /csv|;q=/,
  '/unnamed': /;q=/,
}
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(Object.keys(paths).map((path) => [path, { get: { responses } }])),
})

test('weights that are not read, a service that has one form alone, and Vary without Accept', async (context) => {
  const listener: RequestListener = ({ url = '', headers: { accept = '*/*' } }, response) => {
    const left = paths[url]
    const type = left === undefined ? '' : accept.split(/, */).find((one) => !left.test(one))
    if (url !== '/unnamed') response.setHeader('Vary', 'X-Any, accept')
    const isRefused = type?.startsWith('application/x-unknown') === true
    const status = left === undefined ? 404 : isRefused ? 406 : 200
    response.writeHead(status, {
      'Content-Type': type?.startsWith('text/csv') === true ? 'text/csv' : 'text/plain',
    })
    response.end('oak')
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(
    toldIn(report).filter((one) => !one.endsWith(':status')),
    ['/first weights-heeded', '/unnamed vary-names-field', '/zero weights-heeded'],
  )
})
