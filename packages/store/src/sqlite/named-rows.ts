/** Rows that have a name of their own kind: users and groups. */
import type { Connection, Query } from './connection.ts'

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
