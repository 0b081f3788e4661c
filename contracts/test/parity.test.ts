/** openapi.yaml and src/ promise the same, and any difference between them is noticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { document, documentText, edited, parseDocument } from './document.ts'
import type { Json } from './json.ts'
import { promisesInCode } from './parity/promises-in-code.ts'
import { codeSide, differences, documentSide } from './parity/differences.ts'
import { errorTable } from './parity/error-table.ts'
import { type Planting, plantings } from './parity/plantings.ts'
import { excuseFor, prose } from './parity/prose.ts'

/** The plantings that the comparison didn't notice. */
const unnoticed = (planted: readonly Planting[], compare: (tree: Json) => string[]): string[] =>
  planted.filter(({ tree }) => compare(tree).length === 0).map(({ done, pointer }) => `${done} ${pointer}`)

// Each is taken apart once, and compared with thousands of others.
const inTheDocument = documentSide(document)
const inTheCode = codeSide(promisesInCode)

test('the document and the code promise the same', () => {
  assert.deepEqual(differences(inTheDocument, inTheCode), [])
})

const inDocument = plantings(document)
const inContract = inDocument.filter(({ pointer }) => excuseFor(pointer) === undefined)
test(`each of ${inContract.length} differences planted in the document is caught`, () => {
  assert.notEqual(inContract.length, 0)
  assert.deepEqual(
    unnoticed(inContract, (tree) => differences(documentSide(tree), inTheCode)),
    [],
  )
})

const inCode = plantings(promisesInCode)
test(`each of ${inCode.length} differences planted in the code is caught`, () => {
  assert.notEqual(inCode.length, 0)
  assert.deepEqual(
    unnoticed(inCode, (tree) => differences(inTheDocument, codeSide(tree))),
    [],
  )
})

const inTable = errorTable(document).flatMap(({ error, status, message }): Planting[] => {
  const row = `| ${error} | ${status} | ${message} |`
  const plant = (done: string, after: string) => ({
    done,
    pointer: row,
    tree: parseDocument(edited(documentText, row, after)),
  })
  return [
    plant('another number in', `| ${error + 1} | ${status} | ${message} |`),
    plant('another status in', `| ${error} | ${status + 1} | ${message} |`),
    plant('another message in', `| ${error} | ${status} | ${message.toUpperCase()} |`),
    plant('deleted', ''),
    plant('written twice', `${row} again |\n    ${row}`),
  ]
})
test(`each of ${inTable.length} differences planted in the table of errors is caught`, () => {
  assert.notEqual(inTable.length, 0)
  assert.deepEqual(
    unnoticed(inTable, (tree) => differences(documentSide(tree), inTheCode)),
    [],
  )
})

test('a change of any single leaf of the document is noticed, or the leaf is on the list of prose', (context) => {
  const changed = inDocument.filter(({ done }) => done === 'changed')
  const silent = changed.filter(({ tree }) => differences(documentSide(tree), inTheCode).length === 0)
  assert.deepEqual(
    silent.map(({ pointer }) => pointer),
    changed.map(({ pointer }) => pointer).filter((pointer) => excuseFor(pointer) !== undefined),
  )
  context.diagnostic(
    `${changed.length} leaves: ${changed.length - silent.length} compared, ${silent.length} prose`,
  )
})

test('the list of prose names only what is there, and each entry has a reason', () => {
  const used = new Set(inDocument.map(({ pointer }) => excuseFor(pointer)))
  for (const [pattern, reason] of Object.entries(prose)) {
    assert.ok(used.has(pattern), pattern)
    assert.notEqual(reason, '', pattern)
  }
})

test('each operation is in the table under its operationId', () => {
  for (const [name, { operationId }] of Object.entries(operations)) assert.equal(name, operationId)
})
