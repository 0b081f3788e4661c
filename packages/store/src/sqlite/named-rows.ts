/** Rows that have a unique name: users and groups. */
import type { Connection, Query } from './connection.ts'

/** Returns the id of the new row. */
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
