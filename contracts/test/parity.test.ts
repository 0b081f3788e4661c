/** openapi.yaml and src/ promise the same, and any difference between them is noticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalDecimal, errorCatalogue } from '@plant-store/contracts'
import { operations } from '@plant-store/contracts/schemas'
import { childrenOf, document, documentText, type Json, mapChildren, toPointer, toText } from './json.ts'
import { differences } from './parity/differences.ts'
import { excuseFor, prose } from './parity/prose.ts'

type Steps = readonly string[]

test('the document and the code promise the same', () => {
  assert.deepEqual(differences(document), [])
})

const leavesIn = (tree: Json, at: Steps = []): readonly Steps[] => {
  const children = Object.entries(childrenOf(tree) ?? {})
  return children.length === 0 ? [at] : children.flatMap(([step, child]) => leavesIn(child, [...at, step]))
}

/** The tree with another value at the steps. */
const changed = (tree: Json, [step, ...below]: Steps): Json =>
  step === undefined
    ? `${toText(tree)}, changed`
    : mapChildren(tree, (child, its) => [its === step ? changed(child, below) : child])

test('a change of any single leaf of the document is noticed, or the leaf is on the list of prose', () => {
  assert.equal(differences(document).length, 0, 'the document and the code must agree first: see above')
  const leaves = leavesIn(document)
  const silent = leaves.filter((steps) => differences(changed(document, steps)).length === 0)
  const pointers = leaves.map((steps) => toPointer(steps))
  assert.deepEqual(
    silent.map((steps) => toPointer(steps)),
    pointers.filter((pointer) => excuseFor(pointer) !== undefined),
  )
  const used = new Set(pointers.map((pointer) => excuseFor(pointer)))
  for (const pattern of Object.keys(prose)) assert.ok(used.has(pattern), pattern)
})

test('the document states the grammar of `limit` as the code does', () => {
  assert.ok(documentText.includes(`matches \`${canonicalDecimal.source}\``))
})

test('each operation is in the table under its operationId', () => {
  for (const [name, { operationId }] of Object.entries(operations)) assert.equal(name, operationId)
})

test('every number of the catalogue is used once, after its status', () => {
  const entries = Object.values(errorCatalogue)
  for (const { error, status } of entries) assert.equal(Math.floor(error / 100), status)
  for (const member of ['error', 'message'] as const)
    assert.equal(new Set(entries.map((entry) => entry[member])).size, entries.length)
})
