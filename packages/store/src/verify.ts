/** Looks for what can be wrong with a database, and makes the access table anew. */
import { setImmediate } from 'node:timers/promises'
import { type Engine, query, type Query } from './engine.ts'
import { applyPending } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { verifySql } from './sql/verify-sql.ts'
import { openMemory } from './sqlite.ts'
import type { Finding } from './store.ts'

/** More findings of one kind tell nobody more. */
const maxFindings = 100

const sql = {
  integrity: query<[detail: string]>(`pragma integrity_check(${maxFindings})`),
  foreignKeys: query<[table: string, row: number | null, parent: string]>('pragma foreign_key_check'),
  schema: query<[type: string, name: string, text: string | null]>(
    "select type, name, sql from sqlite_schema where name not like 'sqlite_stat%'",
  ),
} as const

/** Yields what `findFaults` does; whatever else the process has to do goes on between two findings. */
export async function* verify(engine: Engine): AsyncGenerator<Finding> {
  for (const finding of findFaults(engine)) {
    yield finding
    await setImmediate()
  }
}

/** Yields what is wrong, at most a hundred of each kind; nothing from a sound database. Changes nothing. */
export function* findFaults(engine: Engine): Generator<Finding> {
  const damages = engine.rows(sql.integrity).filter(([detail]) => detail !== 'ok')
  for (const [detail] of damages) yield { what: 'integrity', detail }
  // What a damaged file says about the rest means nothing.
  if (damages.length > 0) return
  for (const [table, row, parent] of engine.rows(sql.foreignKeys).slice(0, maxFindings)) {
    yield { what: 'foreign-key', detail: `row ${row ?? '?'} of ${table} refers to nothing in ${parent}` }
  }
  yield* findSchemaFaults(engine)
  yield* findAccessFaults(engine, verifySql.missing, 'is granted, but missing from the access table')
  yield* findAccessFaults(engine, verifySql.unfounded, 'stands in the access table, but is not granted')
  yield* findAccessFaults(engine, verifySql.outdated, 'has another name or tag in the access table')
}

function* findAccessFaults(
  engine: Engine,
  pairs: Query<[number, number]>,
  fault: string,
): Generator<Finding> {
  for (const [userId, plantId] of engine.rows(pairs, maxFindings)) {
    yield { what: 'access', detail: `plant ${plantId} of user ${userId} ${fault}` }
  }
}

/** Compares the tables with those that the migrations make in an empty database. */
function* findSchemaFaults(engine: Engine): Generator<Finding> {
  const found = readSchema(engine)
  const expected = expectedSchema()
  for (const name of new Set([...found.keys(), ...expected.keys()])) {
    if (found.get(name) === expected.get(name)) continue
    const fault = found.has(name)
      ? expected.has(name)
        ? 'differs from'
        : 'is unknown to'
      : 'is missing from'
    yield { what: 'schema', detail: `${name} ${fault} what the migrations make` }
  }
}

function expectedSchema(): ReadonlyMap<string, string> {
  const engine = openMemory()
  try {
    engine.transaction(() => applyPending(engine, listMigrations()))
    return readSchema(engine)
  } finally {
    engine.close()
  }
}

function readSchema(engine: Engine): ReadonlyMap<string, string> {
  return new Map(engine.rows(sql.schema).map(([type, name, text]) => [`${type} ${name}`, text ?? '']))
}

/** Makes the access table anew from the grants. Says how many rows were wrong. */
export function rebuildAccess(engine: Engine): number {
  return engine.transaction(() => {
    const wrong =
      engine.run(verifySql.removeUnfounded) + engine.run(verifySql.addMissing) + engine.run(verifySql.update)
    if (wrong > 0) engine.run(verifySql.reviseAll)
    return wrong
  })
}
