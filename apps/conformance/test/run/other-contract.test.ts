/** A check goes by the contract that it is given. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { reports } from '../../src/report/write-reports.ts'
import { documentOf, loadFiles, reportBy, writeFiles } from '../document/written.ts'
import { checkWith, exchange, finding, checker, ruleOf } from './bench.ts'

test('by another contract: its rules, its lines, its operations, and nothing of ours in any report', async (context) => {
  const text = 'openapi: 3.1.0\ninfo: { title: Pets, version: 7.1.0 }\npaths:\n  /pets/{id}:\n    get: {}\n'
  const contract = { ...(await loadFiles(context, { 'pets.yaml': text })), name: 'pets.yaml' }
  const rules = [
    ruleOf('http:framing', { layer: 'http', source: 'RFC 9112, 6.3' }),
    ruleOf('getPet:status', {
      layer: 'document',
      pointer: '/paths/~1pets~1{id}/get',
      part: 'GET /pets/{id}',
    }),
  ]
  const get = (target: string) => ({ request: { method: 'GET', target, fields: [] } })
  const strict = checker('strict', (collector) => {
    const seen = collector.record(exchange({ status: 201 }, get('/pets/7')))
    for (const { id } of rules) collector.broken(finding(id, { exchange: seen }))
  })
  const responses = ['201', '4XX', '500', 'default'].map((status) => {
    return { status, pointer: '', contents: [], headers: [], links: [] }
  })
  const operations = [{ id: 'getPet', method: 'GET', path: '/pets/{id}', responses }]
  const options = { contract, rules, operations, firstTarget: '/pets/7' }
  const verdict = await checkWith([strict], options)
  assert.deepEqual(
    verdict.evidence.map(({ rule, line, place }) => [rule.part, line, place]),
    [
      ['HTTP', 1, 'RFC 9112, 6.3'],
      ['GET /pets/{id}', 5, 'pets.yaml:5'],
    ],
  )
  assert.deepEqual(
    verdict.failures.map(({ headline }) => headline),
    rules.map(({ sentence }) => sentence),
  )
  assert.ok(verdict.unseen.includes('GET /pets/{id} declares 4XX, 500: never seen.'), verdict.unseen.join())
  for (const [name, report] of Object.entries(reports)) {
    const shown = report(verdict)
    assert.match(shown, /pets\.yaml/, name)
    assert.doesNotMatch(shown, /plant/i, name)
  }
})

test('an operation that is left out is not asked for anything, even with --writes, and its rules do not count', async (context) => {
  const responses = { 200: { description: 'All of them, or made.' } }
  const paths = Object.fromEntries(
    ['cats', 'dogs'].map((name) => [
      `/${name}`,
      { get: { operationId: name, responses }, post: { responses } },
    ]),
  )
  const asked = new Set<string>()
  const listener: RequestListener = (request, response) => {
    asked.add(`${request.method} ${new URL(request.url ?? '', 'http://a').pathname}`)
    response.end()
  }
  const words = ['--at-least', '0', '--exclude', '* /dogs', '--writes']
  const report = await reportBy(context, documentOf('3.1.0', { paths }), listener, ...words)
  assert.ok(asked.has('GET /cats') && asked.has('POST /cats'))
  assert.deepEqual(
    [...asked].filter((one) => one.endsWith('/dogs')),
    [],
  )
  const ids = new Set(report.rules.map(({ id }) => id))
  assert.deepEqual([ids.has('cats:status'), ids.has('dogs:status')], [true, false])
  assert.ok(report.unseen.includes('Operations left out: dogs, POST /dogs.'), report.unseen.join('\n'))
})

test('a rule that is broken in many operations is reported for each: what a baseline names hides no other', async (context) => {
  const names = ['ants', 'bees', 'cats', 'dogs', 'eels', 'frogs']
  const get = { responses: { 200: { description: 'All.' } }, security: [{ token: [] }] }
  const document = documentOf('3.1.0', {
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: { ...get, operationId: name } }])),
  })
  const known = names
    .slice(0, -1)
    .map((operation) => ({ rule: 'challenge-sent', operation, reason: 'Ticket 7.' }))
  const words = [
    '--at-least',
    '0',
    '--baseline',
    await writeFiles(context, { 'known.json': JSON.stringify({ known }) }),
  ]
  const report = await reportBy(
    context,
    document,
    (_request, response) => response.writeHead(401).end(),
    ...words,
  )
  assert.deepEqual(
    report.failures.map(({ headline }) => headline),
    ['Responses for GET /frogs lack WWW-Authenticate.'],
  )
  assert.equal(report.known.length, 5)
})

test('of two lists in one response it is not known which has what is found below its path', async (context) => {
  const responses = { 200: { description: 'Found.' }, 404: { description: 'Not found.' } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const document = documentOf('3.1.0', {
    paths: { '/users': { get: { responses } }, '/users/{id}': { get: { parameters, responses } } },
  })
  const lists = { users: [{ id: 1 }], roles: [{ id: 1 }, { id: 2 }] }
  const listener: RequestListener = ({ url }, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (url === '/users') response.end(JSON.stringify(lists))
    else response.writeHead(url === '/users/1' ? 200 : 404).end('{}')
  }
  const { failures } = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(
    failures.filter(({ rules }) => rules.some((rule) => rule.endsWith(':success'))),
    [],
  )
})
