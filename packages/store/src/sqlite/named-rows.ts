/** Rows that have a name of their own kind: users and groups. */
import type { Connection, Query } from './connection.ts'
import { StoreError } from '../store-error.ts'

/** Throws `conflict` where something has the name already: `holder` is its id. */
export function requireFree(what: string, name: string, holder: number | undefined): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a ${what} named ${JSON.stringify(name)} already.`)
}

/** The id of the new row. */
export function insertNamed(
  tx: Connection,
  sql: Query<[id: number]>,
  name: string,
  createdAt: number,
): number {
  const row = tx.row(sql, name, createdAt)
  if (row === undefined) throw new Error('an insert returned no id')
  return row[0]
}
