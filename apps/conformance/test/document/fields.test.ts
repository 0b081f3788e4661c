/** Fields that clients go by: their grammar, the methods in Allow, and the scheme of a challenge. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn } from './written.ts'

const responses = { 200: { description: 'Done.' } }
const operation = { responses, security: [{}, { token: [] }] }

/** By what each path has: without a credential, or for another method, or always. */
const paths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/right': {
    'WWW-Authenticate': 'Basic realm="a, \\"b\\"", Negotiate oYG2==, bearer  error=invalid_token , x="y"',
    Allow: 'HEAD, PUT,GET',
    Age: '7',
    'Cache-Control': 'private="Set-Cookie", max-age="60", x=y,, no-store',
    'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT',
    'Content-Location': '../a?b=[%20]#c',
    'Content-Language': 'en, de-CH-1996',
    'Accept-Ranges': 'none',
    'Last-Modified': 'Fri, 31 Dec 1999 23:59:59 GMT',
  },
  '/options': { Allow: 'GET, HEAD, PUT, OPTIONS' },
  '/scheme': { 'WWW-Authenticate': 'Token realm="Bearer"' },
  '/challenge': { 'WWW-Authenticate': 'Bearer realm=a b' },
  '/allow': { Allow: 'GET' },
  '/age': { Age: '7 s' },
  '/seconds': { 'Cache-Control': 'private, max-age=1h' },
  '/semicolons': { 'Cache-Control': 'no-cache; no-store' },
  '/after': { 'Retry-After': '0.5' },
  '/location': { Location: '/trees/bü' },
  '/language': { 'Content-Language': 'en_US' },
}
const document = documentOf('3.1.0', {
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => {
      const options = path === '/options' ? { options: operation } : {}
      return [path, { get: operation, put: operation, ...options }]
    }),
  ),
})

test('fields of another form, Allow without a method that is declared, and a challenge for another scheme', async (context) => {
  const listener: RequestListener = ({ url = '', method = '' }, response) => {
    const isOptions = method === 'OPTIONS' && url === '/options'
    const isKnown = isOptions || /^(?:GET|HEAD|PUT)$/.test(method)
    const status = paths[url] === undefined ? 404 : isOptions ? 200 : isKnown ? 401 : 405
    const Allow = 'GET, HEAD, PUT'
    const fields = { 'WWW-Authenticate': 'Bearer', Allow, ...paths[url], ...(isOptions && { Allow }) }
    response.writeHead(status, fields).end()
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(
    toldIn(report).filter((one) => /allow-|challenge-sent|well-formed/.test(one)),
    [
      '/after fields-well-formed',
      '/age fields-well-formed',
      '/allow allow-names-methods',
      '/challenge fields-well-formed',
      '/language fields-well-formed',
      '/location fields-well-formed',
      '/scheme challenge-sent',
      '/seconds fields-well-formed',
      '/semicolons fields-well-formed',
    ],
  )
})
