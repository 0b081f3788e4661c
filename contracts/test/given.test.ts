/** The given contract, word by word: no change of ours may touch it, even if document and code agree. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { childrenOf, document, type Json, membersOf, resolved, toText, valueAt } from './json.ts'

const contract = resolved(document)

test('it is the OpenAPI Plant Store, version 1, under the MIT licence, in OpenAPI 3.1.0', () => {
  assert.equal(valueAt(contract, 'openapi'), '3.1.0')
  assert.equal(valueAt(contract, 'info', 'title'), 'OpenAPI Plant Store')
  assert.match(toText(valueAt(contract, 'info', 'version')), /^1\.\d+\.\d+$/)
  assert.equal(valueAt(contract, 'info', 'license', 'name'), 'MIT')
  assert.match(toText(valueAt(contract, 'info', 'description')), /^A sample plant store interface\./)
})

test('GET /plants is the only operation, without webhooks, path parameters or a request body', () => {
  assert.deepEqual(Object.keys(membersOf(valueAt(contract, 'paths'))), ['/plants'])
  assert.deepEqual(Object.keys(membersOf(valueAt(contract, 'paths', '/plants'))), ['get'])
  assert.equal(valueAt(contract, 'paths', '/plants', 'get', 'requestBody'), undefined)
  assert.equal(valueAt(contract, 'webhooks'), undefined)
})

test('requests go to {base_url}, by default on this machine alone', () => {
  assert.equal(valueAt(contract, 'servers', '0', 'url'), '{base_url}')
  assert.equal(valueAt(contract, 'servers', '1'), undefined)
  const fallback = new URL(toText(valueAt(contract, 'servers', '0', 'variables', 'base_url', 'default')))
  assert.equal(fallback.hostname, '127.0.0.1')
})

test('one scheme, HTTP bearer, on every operation', () => {
  assert.deepEqual(valueAt(contract, 'security'), [{ bearer: [] }])
  assert.deepEqual(Object.keys(membersOf(valueAt(contract, 'components', 'securitySchemes'))), ['bearer'])
  assert.equal(valueAt(contract, 'components', 'securitySchemes', 'bearer', 'type'), 'http')
  assert.equal(valueAt(contract, 'components', 'securitySchemes', 'bearer', 'scheme'), 'bearer')
  assert.equal(valueAt(contract, 'paths', '/plants', 'get', 'security'), undefined)
})

test('limit is the only parameter: an optional int32 in the query', () => {
  const parameters = valueAt(contract, 'paths', '/plants', 'get', 'parameters')
  assert.deepEqual(parameters, [
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'The maximum number of results to return',
      schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
    },
  ])
})

const bodyOf = (status: string) =>
  valueAt(contract, 'paths', '/plants', 'get', 'responses', status, 'content', 'application/json', 'schema')

test('200 is an array of plants: name always, tag where there is one', () => {
  assert.deepEqual(bodyOf('200'), {
    type: 'array',
    items: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'The name of the plant' },
        tag: { type: 'string', description: 'Tag that specifies the type of the plant' },
      },
    },
  })
})

test('400 is one Error: a number and a text', () => {
  const int32 = { type: 'integer', format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647 }
  assert.deepEqual(bodyOf('400'), {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { ...int32, description: 'Numeric error indicator' },
      message: { type: 'string', description: 'Error message text' },
    },
  })
})

test('each text of x-given stands in the document, word for word', () => {
  const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
  const { 'x-given': given, ...rest } = membersOf(document)
  const texts = (tree: Json): readonly string[] => {
    const children = childrenOf(tree)
    return children === undefined
      ? [inOneLine(toText(tree))]
      : Object.values(children).flatMap((child) => texts(child))
  }
  const all = texts(rest)
  const listed = texts(given ?? [])
  assert.notEqual(listed.length, 0)
  assert.deepEqual(
    listed.filter((text) => !all.some((one) => one.includes(text))),
    [],
  )
})
