/** Writes a file of `pg_dump` (custom format), and reads it with `pg_restore`, which needs no server for that. */
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Row } from '../copy/ends.ts'
import { StoreError } from '../store-error.ts'
import { columnsOf, type Table } from '../tables.ts'
import type { Address } from './address.ts'
import { query, type Transaction } from './connection.ts'
import { ourTables } from './expected-schema.ts'
import { runTool, variablesOf } from './tools.ts'

const sql = {
  schema: query<[name: string]>('select quote_ident(current_schema())'),
  snapshot: query<[id: string]>('select pg_export_snapshot()'),
} as const

/** Dumps our tables, whatever else the schema holds and the role may not read, as of the moment that the transaction sees. */
export async function writeDump(
  tx: Transaction,
  address: Address,
  major: number,
  path: string,
): Promise<void> {
  const [schema] = (await tx.row(sql.schema)) ?? ['']
  const [snapshot] = (await tx.row(sql.snapshot)) ?? ['']
  const flags = [
    '--format=custom',
    '--encoding=UTF8',
    '--no-password',
    // Not --schema: the dump would create the schema, and an empty database already has `public`.
    ...ourTables.map((table) => `--table=${schema}.${table}`),
    `--snapshot=${snapshot}`,
    `--file=${path}`,
  ]
  const failure = (said: string): StoreError =>
    new StoreError('unreadable', `pg_dump could not write a backup of ${address.name}: ${said}`)
  await runTool('pg_dump', flags, variablesOf(address, major), text, failure)
}

/** Passes on a table's rows in batches, the values in the order of the table's columns. Rejects with `damaged`. */
export function readDumped(
  file: string,
  table: Table,
  onRows: (rows: readonly Row[]) => Promise<void> | void,
): Promise<void> {
  const flags = ['--data-only', `--table=${table.name}`, '--file=-', '--', file]
  return runTool('pg_restore', flags, {}, (printed) => takeRows(printed, file, table, onRows), unusable(file))
}

/** When the file was made; undefined if it does not say. Rejects with `damaged` if it is not such a file. */
export async function readDumpTime(file: string): Promise<Date | undefined> {
  const list = await runTool('pg_restore', ['--list', '--', file], {}, text, unusable(file))
  const [, day, time] = /Archive created at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(list) ?? []
  return day === undefined ? undefined : new Date(`${day}T${time}Z`)
}

/** Makes the error for a backup that can't be read. */
export function unusable(file: string): (reason: string) => StoreError {
  return (reason) =>
    new StoreError(
      'damaged',
      `The backup ${file} can't be used: ${reason.replace(/\.$/, '')}. Use another one.`,
    )
}

const batchSize = 5000

/**
 * Takes the rows between the line that names the columns and the line that ends them; the rest of the file is ignored,
 * so a file from a stranger runs nothing.
 */
async function takeRows(
  printed: Readable,
  file: string,
  table: Table,
  onRows: (rows: readonly Row[]) => Promise<void> | void,
): Promise<void> {
  const head = new RegExp(`^COPY (?:\\S+\\.)?${table.name} \\(([^)]*)\\) FROM stdin;$`)
  let places: readonly number[] | undefined
  let rows: Row[] = []
  let isOver = false
  for await (const line of linesOf(printed)) {
    if (places === undefined) {
      const [, columns] = head.exec(line) ?? []
      if (columns !== undefined) places = findPlaces(columns, file, table)
    } else if (line === String.raw`\.`) isOver = true
    else if (!isOver) rows.push(toRow(line, table, places))
    if (rows.length < batchSize) continue
    await onRows(rows)
    rows = []
  }
  if (places === undefined) throw unusable(file)(`it has no table ${table.name}`)
  if (rows.length > 0) await onRows(rows)
}

/** Only a line feed ends a line: values may contain characters that `readline` also takes for an end. */
async function* linesOf(printed: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of printed.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function findPlaces(columns: string, file: string, table: Table): readonly number[] {
  const given = columns.split(', ').map((column) => column.replaceAll('"', ''))
  return Object.keys(table.columns).map((column) => {
    const place = given.indexOf(column)
    if (place !== -1) return place
    throw unusable(file)(`its table ${table.name} has not the columns ${columnsOf(table)}`)
  })
}

/** A line of COPY's text format: https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2 */
function toRow(line: string, table: Table, places: readonly number[]): Row {
  const values = line.split('\t')
  const kinds = Object.values(table.columns)
  return places.map((place, at) => {
    const value = values[place] ?? String.raw`\N`
    if (value === String.raw`\N`) return null
    return kinds[at] === 'number' ? Number(value) : value.replaceAll(/\\(.)/gs, unescape)
  })
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const unescape = (_: string, character: string): string => escapes[character] ?? character
