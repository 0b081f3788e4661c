/** What can’t be known accuses nobody: what schemas say that are none, what a document leaves open, and who may see what. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { run } from '../run/run.ts'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const name = { name: 'name', in: 'query', schema: { type: 'string', pattern: '(?i)[a-z]+' } }
const get = {
  operationId: 'findPets',
  parameters: [name],
  responses: {
    400: { description: 'Wrong' },
    200: {
      description: 'Pets',
      headers: { 'X-Count': { schema: { type: 'count' } } },
      content: { 'application/json': { schema: { type: 'list' } } },
    },
  },
}

test('neither the values that it would need, nor what responses have', async (context) => {
  const document = documentOf('3.0.3', { paths: { '/pets': { get } } })
  const report = await reportBy(context, document, ({ url = '' }, response) => {
    const isRight = /^\/pets(?:\?name=[a-z]+)?$/i.test(url)
    response
      .writeHead(isRight ? 200 : url.startsWith('/pets?') ? 400 : 404, {
        'Content-Type': 'application/json',
        'X-Count': 'many',
      })
      .end('"none"')
  })
  assert.deepEqual(brokenOf(report, 'findPets:'), [])
  for (const what of ['body', 'header', 'parameter:query:name']) {
    const sentence = new RegExp(`^The schema at .+ can't be used: .+ \\(findPets:${what}\\)$`)
    assert.ok(
      report.unseen.some((one) => sentence.test(one)),
      what,
    )
  }
})

test('nor does a text that the only known caller was given', async (context) => {
  const responses = {
    200: { description: 'Pets', content: { 'application/json': {} } },
    401: { description: 'No' },
  }
  const document = documentOf('3.1.0', {
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: { '/pets': { get: { operationId: 'listPets', responses } } },
  })
  const listener: RequestListener = ({ headers }, response) => {
    const isKnown = headers.authorization?.replace(/^bearer/i, 'Bearer') === 'Bearer the-one-token'
    response.writeHead(isKnown ? 200 : 401, {
      'Content-Type': 'application/json',
      'WWW-Authenticate': 'Bearer realm="a"',
    })
    response.end(JSON.stringify(['some words that are said to everybody']))
  }
  const report = await reportBy(context, document, listener, '--token', 'the-one-token')
  assert.deepEqual(brokenOf(report, 'listPets:'), [])
})

test('nor is an operation asked for whose path no request can have, nor must there be one with a server of its own', async (context) => {
  const ok = { responses: { 200: { description: 'OK' } } }
  const elsewhere = { servers: [{ url: 'https://files.example' }], get: ok }
  const some = { '/a': { get: ok }, '/a#b': { get: ok }, '/a?b=c': { get: ok }, '/elsewhere': elsewhere }
  const listener: RequestListener = ({ url }, response) => response.writeHead(url === '/a' ? 200 : 404).end()
  const document = documentOf('3.1.0', { paths: some })
  const report = await reportBy(context, document, listener, '--budget', 'standard')
  assert.deepEqual(brokenOf(report, 'GET '), [])
  assert.ok(
    report.unseen.includes('sessions: No request can have the path of GET /a#b, GET /a?b=c: not tried.'),
    report.unseen.join('\n'),
  )

  const cases = {
    '#b': /^.+ declares no operation whose path a request can have\.\n$/,
    '': /^.+ declares nothing but what may change something, which is only tried with --writes\.\n$/,
  }
  for (const [end, sentence] of Object.entries(cases)) {
    const method = end === '' ? 'post' : 'get'
    const none = documentOf('3.1.0', { paths: { [`/a${end}`]: { [method]: ok } } })
    const path = await writeFiles(context, { 'a.json': none })
    const { code, stderr } = await run(['check', 'http://127.0.0.1:1', '--contract', path])
    assert.equal(code, 2)
    assert.match(stderr, sentence)
  }
})

test('nor must something be there by the name of something else, as where all paths say `{id}`', async (context) => {
  const ok = { 200: { description: 'OK' }, 404: { description: 'Nothing' } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const cat = { ...id, name: 'cat' }
  const paths = {
    '/cats': { get: { responses: ok } },
    '/cats/{id}': { get: { responses: ok, parameters: [id] } },
    '/dogs': { get: { responses: ok } },
    '/dogs/{id}': { get: { responses: ok, parameters: [id] } },
    '/cats/{cat}/toys': { get: { responses: ok, parameters: [cat] } },
    '/cats/{cat}/toys/{id}': { get: { responses: ok, parameters: [cat, id] } },
  }
  const things: Readonly<Record<string, string>> = {
    '/cats': '[{ "id": "tom-1" }, { "id": "tom-2" }]',
    '/dogs': '[{ "id": "rex-1", "key": "r" }, { "id": "rex-2" }]',
    '/cats/tom-1/toys': '[{ "id": "ball-1" }, { "id": "ball-2" }]',
    '/cats/tom-2/toys': '[]',
  }
  for (const [lost, due] of [
    ['', []],
    ['/cats/tom-2', ['GET /cats/{id}:success']],
  ] as const) {
    const report = await reportBy(context, documentOf('3.1.0', { paths }), ({ url = '' }, response) => {
      const [, list = '', last = ''] = /^(.*)\/([^/]+)$/.exec(url) ?? []
      const isThere = url !== lost && (url in things || (things[list] ?? '').includes(`"${last}"`))
      response.writeHead(isThere ? 200 : 404).end(things[url] ?? '')
    })
    assert.deepEqual(brokenOf(report, 'GET '), due)
  }
})

test('nor is a refusal wrong of codes that are no text, nor a 401 that the document declares without saying what for', async (context) => {
  const responses = { 200: { description: 'OK' }, 401: { description: 'No' } }
  const document = documentOf('3.1.0', { paths: { '/a': { get: { responses } } } })
  const listener: RequestListener = ({ url = '', headers }, response) => {
    const isKnown = headers.authorization === 'Bearer some-token'
    const status = url.includes('%FF') ? 400 : !/^\/a(?:$|\?)/.test(url) ? 404 : isKnown ? 200 : 401
    response.writeHead(status, { 'WWW-Authenticate': 'Bearer' }).end()
  }
  const report = await reportBy(context, document, listener, '--token', 'some-token')
  assert.deepEqual(brokenOf(report, 'GET '), [])
})

test('nor that what a parameter beside the path names is not there, where the document declares 404', async (context) => {
  const at = [{ name: 'at', in: 'query', schema: { type: 'string' } }]
  const [found, gone] = [{ description: 'Found.' }, { description: 'No such commit.' }]
  const document = documentOf('3.1.0', {
    paths: {
      '/entries': { get: { parameters: at, responses: { 200: found, 404: gone } } },
      '/log': { get: { parameters: at, responses: { 200: found } } },
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

test('nor 206 where a part was asked for; no value is tried of a type that there is not', async (context) => {
  const parameters = ['from', 'to'].map((own) => ({ name: own, in: 'query', schema: { type: 'int' } }))
  const document = documentOf('3.0.3', {
    paths: { '/links': { get: { parameters, responses: { 200: { description: 'Done.' } } } } },
  })
  const listener: RequestListener = ({ url = '', headers: { range } }, response) => {
    if (!url.startsWith('/links')) response.writeHead(404).end()
    else if (range === 'bytes=0-3') response.writeHead(206, { 'Content-Range': 'bytes 0-3/9' }).end('link')
    else response.end('links 1 2')
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(brokenOf(report, 'GET'), [])
  assert.equal(report.checkers[0]?.failure, undefined)
})
