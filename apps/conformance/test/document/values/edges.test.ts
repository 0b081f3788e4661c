/** Values at bounds: what an alternative says is due only where the value is of that alternative. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgesOf } from '../../../src/document/values/edges.ts'
import { demandsFor } from '../../../src/document/values/shape.ts'
import { contractWith } from './contract.ts'

const kind = (name: string, more: object = {}): object => ({
  properties: { kind: { enum: [name] }, ...more },
})
const schema = {
  properties: { way: { oneOf: [kind('a', { size: { type: 'integer', minimum: 0 } }), kind('b')] } },
}

for (const [name, whats] of [
  ['a', ['way.size']],
  ['b', []],
] as const)
  test(`of two alternatives, the one of ${name}`, () => {
    const edges = edgesOf(demandsFor(contractWith(schema), '/schema'), { way: { kind: name } })
    assert.deepEqual(
      edges.filter(({ beside }) => beside.length > 0).map(({ path }) => path.join('.')),
      whats,
    )
  })
