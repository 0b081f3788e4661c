/** Paths that stand elsewhere, or name what nothing describes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { validatorFor } from '../../src/document/schemas.ts'
import { documentOf, loadFiles } from './written.ts'

it('an operation whose path, parameter and response stand elsewhere is read as if they stood there', async (test) => {
  const contract = await loadFiles(test, {
    'a.json': documentOf('3.1.0', {
      paths: { '/a': { $ref: '#/components/pathItems/A' }, '/b%7Bc': { $ref: '#/paths/~1a' } },
      components: { pathItems: { A: { get: { responses: { 200: { $ref: '#/x/b%20c' } } } } } },
      x: { 'b c': { description: 'OK' } },
    }),
  })
  assert.deepEqual(
    contract.operations.map(({ id, pointer, responses }) => [id, pointer, responses[0]?.pointer]),
    [
      ['GET /a', '/components/pathItems/A/get', '/x/b c'],
      ['GET /b%7Bc', '/components/pathItems/A/get', '/x/b c'],
    ],
  )
})

it('what a path names and no parameter describes is a parameter all the same, of which any value is right', async (test) => {
  const contract = await loadFiles(test, {
    'a.json': documentOf('3.1.0', {
      paths: {
        '/a/{b}.{c}/{b}': { get: { parameters: [{ name: 'c', in: 'path', schema: { type: 'string' } }] } },
      },
    }),
  })
  const [get] = contract.operations
  assert.deepEqual(
    get?.parameters.map(({ name, in: where, isRequired }) => [name, where, isRequired]),
    [
      ['c', 'path', true],
      ['b', 'path', true],
    ],
  )
  assert.deepEqual(validatorFor(contract, get?.parameters[1]?.schema ?? '')({}), [])
})
