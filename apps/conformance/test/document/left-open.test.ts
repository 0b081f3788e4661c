/** What a document, or HTTP, leaves open is no failure. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { serveOn } from '@plant-store/raw-http'
import type { Report } from '../../src/report/json-report.ts'
import { run } from '../run/run.ts'
import { serve } from '../serve.ts'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }

test('texts of a form that only the service knows, if it takes those that are shown, the name of an object whose members have their own, pages below zero or beyond 32 bits, and a kind that a thing is not', async (context) => {
  const query = (name: string, more: object = {}): object => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...more,
  })
  const list = { schema: { type: 'array', items: { type: 'string' } } }
  const parameters = [
    query('filter', list),
    query('since', { required: true }),
    query('sort', { example: 'age,asc' }),
  ]
  const kind = query('as', { schema: { enum: ['file', 'folder'] } })
  const bark = { name: 'bark', in: 'path', required: true, schema: { enum: ['a'] } }
  const paths = {
    '/barks': { get: { parameters: [kind], responses } },
    '/barks/{bark}': { get: { parameters: [bark, kind], responses } },
    '/leaves': { get: { parameters, responses } },
    '/roots': { get: { parameters: [query('receiver')], responses } },
    '/stems': {
      get: {
        parameters: [
          query('place', { schema: { properties: { row: {} } } }),
          query('page', { schema: { type: 'integer' } }),
        ],
        responses,
      },
    },
    '/trees': { get: { parameters: [query('name'), query('sort', { example: 'age,asc' })], responses } },
  }
  const listener: RequestListener = ({ url = '' }, response) => {
    const [path, words] = url.split('?')
    const given = new URLSearchParams(words)
    const isKind = (): boolean => (given.get('as') ?? 'file') === 'file'
    const isRight = {
      '/barks': isKind,
      '/barks/a': isKind,
      '/roots': () => given.get('receiver')?.includes('[') !== true,
      '/stems': () => !given.has('place') && /^\d{1,9}$/.test(given.get('page') ?? '1'),
      '/trees': () => !given.has('sort') && given.get('name') !== 'a',
      '/leaves': () =>
        given.getAll('filter').every((one) => one.includes('=')) &&
        given.get('since')?.startsWith('2') === true &&
        (given.get('sort') ?? 'a,b').includes(','),
    }[path ?? '']
    response.writeHead(isRight?.() === false ? 400 : 200).end()
  }
  const report = await reportBy(context, documentOf('3.1.0', { paths }), listener, '--at-least', '0')
  assert.deepEqual(
    brokenOf(report, 'GET').filter((rule) => !rule.includes(':parameter:')),
    ['GET /barks:success', 'GET /trees:success'],
  )
  assert.match(report.untriedValues.join(), /query parameter filter are refused: .* \(GET \/leaves\)/)
})

test('what is refused that is no URI, or has content that means nothing, content that is waited for, and a reference in a field of the format url, which nobody describes', async (context) => {
  const parameters = [{ name: 'tree', in: 'path', required: true, schema: { type: 'string' } }]
  const content = { 'application/json': {} }
  const headers = { Location: { schema: { type: 'string', format: 'url' } } }
  const described = { 200: { description: 'Done.', headers }, 400: { description: 'Refused.', content } }
  const paths = { '/trees/{tree}': { get: { parameters, responses: described } } }
  const listener: RequestListener = ({ url = '', headers: sent }, response) => {
    const hasContent = sent['content-length'] !== undefined || sent['transfer-encoding'] !== undefined
    if (sent.expect !== undefined && !hasContent) return
    if (hasContent || /^[^?]*%(?![\da-f]{2})/i.test(url))
      response.writeHead(400, { 'Content-Type': 'text/plain' })
    else response.writeHead(200, { Location: '/trees/1' })
    response.end('{}')
  }
  const report = await reportBy(context, documentOf('3.1.0', { paths }), listener, '--at-least', '0')
  assert.deepEqual([...brokenOf(report, 'GET'), ...brokenOf(report, 'answers-every')], [])
})

test('the page for targets that are not known is nothing that a credential is needed for', async (context) => {
  const content = { 'application/json': {} }
  const document = documentOf('3.1.0', {
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths: {
      '/leaves': { get: { responses: { 200: { description: 'Done.', content } } } },
      '/roots': { get: { responses } },
    },
  })
  const listener: RequestListener = ({ url, headers }, response) => {
    const isKnown = url?.startsWith('/') === true
    const isRight = headers.authorization?.replace(/^bearer/i, 'Bearer') === 'Bearer right-One-1'
    response.writeHead(isKnown && !isRight ? 401 : 200, {
      'Content-Type': isKnown ? 'application/json' : 'text/html',
      'WWW-Authenticate': 'Bearer',
    })
    response.end('{}')
  }
  const world = '{"callers":[{"token":"right-One-1"}]}'
  const contract = await writeFiles(context, { 'a.json': document, 'world.json': world })
  await using server = await serveOn(createServer(listener))
  const words = [
    '--contract',
    contract,
    '--world',
    join(dirname(contract), 'world.json'),
    '--budget',
    'quick',
  ]
  const { stdout } = await run(['check', server.url, ...words, '--at-least', '0', '--json'])
  assert.deepEqual(brokenOf(JSON.parse(stdout) as Report, 'GET'), ['GET /leaves:content-type'])
})

test('a limit of one operation alone, such as that which makes users', async (context) => {
  const schema = {
    required: ['name'],
    properties: { name: { type: 'string', minLength: 3 }, age: { type: 'integer' } },
  }
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses }
  const paths = { '/users': { post }, '/leaves': { get: { responses } } }
  let count = 0
  const listener: RequestListener = ({ method }, response) => {
    if (method === 'POST') count += 1
    response.writeHead(method === 'POST' ? (count > 10 ? 429 : 400) : 200).end()
  }
  const document = documentOf('3.1.0', { paths })
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  assert.deepEqual(brokenOf(report, 'POST'), [])
  assert.doesNotMatch(report.summary, /limits/)
})

test('what is said of another thing, named by its id, does not change that thing', async (context) => {
  const kernel = { properties: { id: { type: 'integer' }, state: { type: 'string' } } }
  const schema = { properties: { title: { type: 'string' }, kernel } }
  const requestBody = { content: { 'application/json': { schema } } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const paths = {
    '/sessions/{id}': { get: { parameters, responses }, put: { parameters, requestBody, responses } },
  }
  const session = { title: 'Water', kernel: { id: 7, state: 'idle' } }
  const listener: RequestListener = (request, response) => {
    const reply = (): void => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(session))
    }
    const change = (sent: unknown): void => {
      const { title = session.title, kernel: { id } = session.kernel } = sent as Partial<typeof session>
      Object.assign(session, { title, kernel: { id, state: 'idle' } })
      reply()
    }
    if (request.method === 'PUT') json(request).then(change, () => response.writeHead(400).end())
    else reply()
  }
  const world = await writeFiles(context, { 'world.json': '{"values":{"id":[41]}}' })
  const document = documentOf('3.1.0', { paths })
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0', '--world', world)
  assert.deepEqual(
    brokenOf(report, 'P').filter((rule) => rule.endsWith(':effect')),
    [],
  )
})

test('what a service let anybody remove is missed by nobody else', async (context) => {
  const refused = { 400: { description: 'No.' }, 401: { description: 'No.' }, 404: { description: 'None.' } }
  const ok = { responses: { 200: { description: 'Done.' }, ...refused } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const document = documentOf('3.1.0', {
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: {
      '/parks': { get: ok, post: { responses: { 201: { description: 'Made.' }, ...refused } } },
      '/parks/{id}': { parameters: [id], get: ok, delete: ok },
    },
  })
  const there = new Set(['north'])
  const work = (method = '', name = ''): readonly [number, unknown] => {
    if (name === '' && method !== 'POST') return [200, [...there].map((one) => ({ id: one }))]
    const one = name === '' ? `park-${there.size}` : name
    if (name === '') there.add(one)
    const status = name === '' ? 201 : there.has(name) ? 200 : 404
    if (method === 'DELETE') there.delete(one)
    return [status, { id: one }]
  }
  const listener: RequestListener = ({ url = '', method, headers: { authorization = '' } }, response) => {
    const [, name] = /^\/parks(?:\/([^/?]+))?(?:\?.*)?$/.exec(url) ?? []
    const isRight = /^bearer +(.*)$/i.exec(authorization)?.[1] === 'right-One-1' || method === 'DELETE'
    const [status, content] = isRight ? work(method, name) : [401, {}]
    response.writeHead(status, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'application/json' })
    response.end(JSON.stringify(content))
  }
  const world = '{"callers":[{"token":"right-One-1"}],"values":{"id":["north"]}}'
  const contract = await writeFiles(context, { 'a.json': document, 'world.json': world })
  await using server = await serve(listener)
  const words = ['--contract', contract, '--world', join(dirname(contract), 'world.json')]
  const { stdout } = await run(['check', server.url, ...words, '--budget', 'quick', '--writes', '--json'])
  const broken = brokenOf(JSON.parse(stdout) as Report, '')
  assert.ok(broken.includes('DELETE /parks/{id}:credential'), broken.join())
  assert.ok(!broken.some((rule) => rule.endsWith(':success')), broken.join())
})
