/** The header fields of a request that a contract can mention. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeclaredFields } from '../../src/contract/declared-fields.ts'

test('a contract mentions header parameters, cookies, fields for credentials, and fields that describe content', () => {
  const parameters = [
    { in: 'header', name: 'X-Colour', schema: {} },
    { in: 'query', name: 'limit', schema: {} },
    { in: 'cookie', name: 'session', schema: {} },
  ]
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
  const document = { paths: { '/plants': { get: { parameters } } }, components: { securitySchemes } }
  assert.deepEqual([...findDeclaredFields(document)].toSorted(), [
    'authorization',
    'content-length',
    'content-type',
    'cookie',
    'transfer-encoding',
    'x-colour',
    'x-key',
  ])
})
