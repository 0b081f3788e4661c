/** The document is what the command makes from the recorded results. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '../src/faults/faults.ts'
import { begin, end, notRecorded, readDocument, readRecorded, writeInto } from '../src/report/document.ts'
import { mergeResults, type Results, type Row } from '../src/results.ts'

test('the table shows the recorded results, and nothing else', async () => {
  const document = await readDocument()
  assert.equal(writeInto(document, await readRecorded(), faults), document)
})

const machine = { processor: 'a', cores: 2, memoryBytes: 1, system: 'b', node: 'c' }
const row = (fault: string, engine: Row['engine'], times: number): Row => ({
  fault,
  engine,
  date: '2026-11-22',
  load: 1,
  times,
  saw: {},
  recovery: { medianMs: 0, mostMs: 0 },
  boundMs: 1,
  slowestMs: 1,
  requests: 1,
  changes: { acknowledged: 1, refused: {} },
  restarts: 0,
  broken: [],
})

test('faults not recorded are named', () => {
  const [killed] = faults
  assert.ok(killed)
  const results: Results = { machine, rows: [row(killed.name, 'sqlite', 1)], notTried: [] }
  assert.deepEqual(notRecorded(results, [killed]), ['Service killed, PostgreSQL'])
  const document = writeInto(`${begin}\n${end}`, results, [killed])
  assert.match(document, /Not recorded yet: Service killed, PostgreSQL\./)
})

test('new results replace recorded ones, in the order of the faults', () => {
  const before: Results = { machine, rows: [row('two', 'sqlite', 1), row('gone', 'sqlite', 1)], notTried: [] }
  const now: Results = { machine, rows: [row('one', 'postgres', 2), row('one', 'sqlite', 2)], notTried: [] }
  const merged = mergeResults(before, now, ['one', 'two'])
  assert.deepEqual(
    merged.rows.map(({ fault, engine }) => `${fault} ${engine}`),
    ['one sqlite', 'one postgres', 'two sqlite'],
  )
  const again = mergeResults(merged, { machine, rows: [row('two', 'sqlite', 5)], notTried: [] }, [
    'one',
    'two',
  ])
  assert.equal(again.rows.at(-1)?.times, 5)
})

test('rows of another machine are dropped', () => {
  const before: Results = { machine: { ...machine, cores: 8 }, rows: [row('two', 'sqlite', 1)], notTried: [] }
  assert.equal(mergeResults(before, { machine, rows: [], notTried: [] }, ['two']).rows.length, 0)
})
