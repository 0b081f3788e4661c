/** Looks for mistakes in a database, and rebuilds the access table. */
import { setImmediate } from 'node:timers/promises'
import { type Connection, query, type Query } from './connection.ts'
import { applyPending } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { verifySql } from './verify-sql.ts'
import { openMemory } from './open-connection.ts'
import type { Finding } from '../store.ts'

/** More findings of one kind would not help. */
const maxFindings = 100

const sql = {
  integrity: query<[detail: string]>(`pragma integrity_check(${maxFindings})`),
  foreignKeys: query<[table: string, row: number | null, parent: string]>('pragma foreign_key_check'),
  schema: query<[type: string, name: string, text: string | null]>(
    "select type, name, sql from sqlite_schema where name not like 'sqlite_stat%'",
  ),
} as const

/** Yields what `findProblems` does; other work of the process proceeds between two findings. */
export async function* verify(connection: Connection): AsyncGenerator<Finding> {
  for (const finding of findProblems(connection)) {
    yield finding
    await setImmediate()
  }
}

/** Yields what is wrong, at most a hundred findings of each kind; none from a sound database. Changes nothing. */
export function* findProblems(connection: Connection): Generator<Finding> {
  const damages = connection.rows(sql.integrity).filter(([detail]) => detail !== 'ok')
  for (const [detail] of damages) yield { what: 'integrity', detail }
  // What a damaged file contains otherwise means nothing.
  if (damages.length > 0) return
  for (const [table, row, parent] of connection.rows(sql.foreignKeys).slice(0, maxFindings)) {
    yield { what: 'foreign-key', detail: `row ${row ?? '?'} of ${table} refers to nothing in ${parent}` }
  }
  yield* findSchemaProblems(connection)
  yield* findAccessProblems(connection, verifySql.missing, 'is granted, but missing from the access table')
  yield* findAccessProblems(connection, verifySql.unfounded, 'stands in the access table, but is not granted')
  yield* findAccessProblems(connection, verifySql.outdated, 'has another name or tag in the access table')
}

function* findAccessProblems(
  connection: Connection,
  pairs: Query<[number, number]>,
  problem: string,
): Generator<Finding> {
  for (const [userId, plantId] of connection.rows(pairs, maxFindings)) {
    yield { what: 'access', detail: `plant ${plantId} of user ${userId} ${problem}` }
  }
}

/** Compares the tables with those that the migrations make in an empty database. */
function* findSchemaProblems(connection: Connection): Generator<Finding> {
  const found = readSchema(connection)
  const expected = expectedSchema()
  for (const name of new Set([...found.keys(), ...expected.keys()])) {
    if (found.get(name) === expected.get(name)) continue
    const problem = found.has(name)
      ? expected.has(name)
        ? 'differs from'
        : 'is unknown to'
      : 'is missing from'
    yield { what: 'schema', detail: `${name} ${problem} what the migrations make` }
  }
}

let schema: ReadonlyMap<string, string> | undefined

/** Made once per process: it takes 4 ms of processor time, and random histories need it hundreds of times. */
function expectedSchema(): ReadonlyMap<string, string> {
  schema ??= makeSchema()
  return schema
}

function makeSchema(): ReadonlyMap<string, string> {
  const connection = openMemory()
  try {
    connection.transaction(() => applyPending(connection, listMigrations()))
    return readSchema(connection)
  } finally {
    connection.close()
  }
}

function readSchema(connection: Connection): ReadonlyMap<string, string> {
  return new Map(connection.rows(sql.schema).map(([type, name, text]) => [`${type} ${name}`, text ?? '']))
}

/** Inside a transaction: rebuilds the access table from the grants. Returns how many rows were wrong. */
export function rebuildAccess(connection: Connection): number {
  const wrong =
    connection.run(verifySql.removeUnfounded) +
    connection.run(verifySql.addMissing) +
    connection.run(verifySql.update)
  if (wrong > 0) connection.run(verifySql.reviseAll)
  return wrong
}
