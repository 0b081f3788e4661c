/** The rules of any document: HTTP's, and those of each operation, as `conformance rules --contract` lists them. */
import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import { httpRules, rulesOf } from '../../src/document/rules.ts'
import { run } from '../run/run.ts'
import { documentOf, loadFiles, writeFiles } from './written.ts'

const pets = `openapi: 3.0.3
info: {title: Pets, version: 1.2.0}
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: listPets
      security: [{key: []}, {}]
      parameters:
        - {name: limit, in: query, required: true, schema: {type: integer}}
      responses:
        '200':
          description: Pets
          headers: {X-Total: {schema: {type: integer}}}
          content: {application/json: {schema: {type: array}}}
    post:
      requestBody: {$ref: 'bodies.yaml#/pet'}
      responses:
        '400': {description: Wrong}
  /pets/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        default: {description: The pet, content: {text/plain: {}}}
`
const files = {
  'pets.yaml': pets,
  'bodies.yaml': '\npet:\n  required: true\n  content: {application/json: {}}\n',
}

it('each rule of HTTP has a name and a sentence of its own, and its clause', () => {
  for (const { id, sentence, source = '', pointer, layer } of httpRules) {
    assert.match(id, /^[a-z\d]+(?:-[a-z\d]+)*$/)
    assert.match(sentence, /^\S.*\.$/)
    assert.match(source, /^RFC 9\d{3}, [\d.]+$/)
    assert.deepEqual([pointer, layer], ['', 'http'])
  }
  assert.equal(new Set(httpRules.map(({ id }) => id)).size, httpRules.length)
  assert.equal(new Set(httpRules.map(({ sentence }) => sentence)).size, httpRules.length)
})

test('a sentence has the path and the parameter as they are written, whatever signs they have', async (context) => {
  const path = "/WHAT/$&/{it's}"
  const parameters = [{ name: '$$top', in: 'query', schema: { type: 'integer' } }]
  const get = { parameters, responses: { 200: { description: 'Done.' } } }
  const contract = await loadFiles(context, { 'a.json': documentOf('3.1.0', { paths: { [path]: { get } } }) })
  const sentences = rulesOf(contract).map(({ sentence }) => sentence)
  assert.ok(
    sentences.includes(
      `A request for GET ${path} with a wrong value of the query parameter $$top is refused.`,
    ),
    sentences.join('\n'),
  )
})

test('rules --contract: each rule with its line in the file that has it', async (context) => {
  const path = await writeFiles(context, files)
  const { code, stdout } = await run(['rules', '--contract', path, '--json'])
  assert.equal(code, 0)
  const rows = JSON.parse(stdout) as readonly { id: string; place: string; layer: string }[]
  const folder = path.replace('pets.yaml', '')
  assert.deepEqual(
    rows
      .filter(({ layer }) => layer === 'document')
      .map(({ id, place }) => `${place.replace(folder, '')} ${id}`),
    [
      'pets.yaml:12 listPets:success',
      'pets.yaml:11 listPets:status',
      'pets.yaml:15 listPets:content-type',
      'pets.yaml:15 listPets:body',
      'pets.yaml:14 listPets:header',
      'pets.yaml:10 listPets:parameter:query:limit',
      'pets.yaml:10 listPets:required:query:limit',
      'pets.yaml:10 listPets:pages',
      'pets.yaml:6 listPets:failure',
      'pets.yaml:18 POST /pets:status',
      'bodies.yaml:2 POST /pets:request-body',
      'pets.yaml:3 POST /pets:credential',
      'pets.yaml:3 POST /pets:access',
      'pets.yaml:16 POST /pets:effect',
      'pets.yaml:16 POST /pets:no-effect',
      'pets.yaml:16 POST /pets:failure',
      'pets.yaml:24 GET /pets/{id}:success',
      'pets.yaml:23 GET /pets/{id}:status',
      'pets.yaml:24 GET /pets/{id}:content-type',
      'pets.yaml:22 GET /pets/{id}:parameter:path:id',
      'pets.yaml:3 GET /pets/{id}:credential',
      'pets.yaml:3 GET /pets/{id}:access',
      'pets.yaml:21 GET /pets/{id}:failure',
    ],
  )
  assert.equal(rows.length, httpRules.length + 23)
  const { stdout: text } = await run(['rules', '--contract', path])
  assert.match(text, /^RFC 9110, 15\.5\.6 {2}http {6}allow-names-methods\n {4}A 405 has Allow/m)
  assert.match(
    text,
    /pets\.yaml:11 {2}document {2}listPets:status\n {4}Every status .+ GET \/pets is one that the document declares\.\n/,
  )
})

it('every rule has a name of its own, whatever operations are called', async (context) => {
  const get = { operationId: 'a', responses: { 200: { description: 'OK' } } }
  const contract = await loadFiles(context, {
    'a.json': documentOf('3.1.0', { paths: { '/a': { get, post: get }, '/b': { get }, '/c': { get: {} } } }),
  })
  const ids = rulesOf(contract).map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})
