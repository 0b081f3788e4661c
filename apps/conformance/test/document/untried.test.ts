/** What no value can be made of is reported. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { untriedIn } from '../../src/document/untried.ts'
import { documentOf, loadFiles, reportBy } from './written.ts'

const password = { type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*[!@#]).{30,}$' }
const nested = { type: 'object', required: ['a'], properties: { a: { type: 'object' } } }
const responses = { 200: { description: 'Done.' } }
const ofBody = (schema: object, mediaType = 'application/json'): object => ({
  post: { requestBody: { content: { [mediaType]: { schema } } }, responses },
})

/** What is under `/pets`, and what is said of it. */
const rows: Readonly<Record<string, readonly [object, readonly string[]]>> = {
  'a pattern': [
    { get: { parameters: [{ name: 'q', in: 'query', schema: password }], responses } },
    ['No value of #/paths/~1pets/get/parameters/0/schema was found.'],
  ],
  'a style': [
    { get: { parameters: [{ name: 'q', in: 'query', style: 'pipeDelimited', schema: nested }], responses } },
    ['No value of the query parameter q can be written in the style pipeDelimited.'],
  ],
  'an allOf that contradicts itself': [
    ofBody({ allOf: [{ type: 'object' }, { type: 'string' }] }),
    ['No value of #/paths/~1pets/post/requestBody/content/application~1json/schema was found.'],
  ],
  'a member, in the items of a list, that refers to the whole': [
    ofBody({ $ref: '#/components/schemas/Pet' }),
    ['No value of #/components/schemas/Pet/properties/word was found.'],
  ],
  'one of two alternatives': [
    ofBody({ oneOf: [{ type: 'integer' }, password] }),
    ['No value of #/paths/~1pets/post/requestBody/content/application~1json/schema/oneOf/1 was found.'],
  ],
  'a media type': [
    ofBody({ type: 'object' }, 'multipart/form-data'),
    ['No body in multipart/form-data is made.'],
  ],
  'what nothing may be': [ofBody({ type: 'object', properties: { a: false } }), []],
  'what has values': [ofBody({ type: 'object', properties: { a: { type: 'string', format: 'date' } } }), []],
}

const Pet = {
  type: 'object',
  properties: { word: password, kin: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
}

for (const [what, [path, due]] of Object.entries(rows))
  test(`no value can be made: ${what}`, async (context) => {
    const text = documentOf('3.1.0', { paths: { '/pets': path }, components: { schemas: { Pet } } })
    const contract = await loadFiles(context, { 'a.json': text })
    assert.deepEqual(
      contract.operations.flatMap((one) => untriedIn(contract, one)),
      due,
    )
  })

test('a check reports it for the operations that it tries', async (context) => {
  const post = ofBody({ $ref: '#/components/schemas/Pet' })
  const paths = { '/cats': { get: { responses }, ...post }, '/dogs': post }
  const document = documentOf('3.1.0', { paths, components: { schemas: { Pet } } })
  const words = ['--exclude', 'GET *', '--writes', '--at-least', '0']
  const listener: RequestListener = (_request, response) => response.end('{}')
  const report = await reportBy(context, document, listener, ...words)
  assert.deepEqual(report.untriedValues, [
    'No value of #/components/schemas/Pet/properties/word was found. (POST /cats, POST /dogs)',
  ])
  assert.deepEqual((await reportBy(context, document, listener)).untriedValues, [])
})
