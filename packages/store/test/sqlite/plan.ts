/** The way in which SQLite would run a statement. */
import { type Connection, query } from '../../src/sqlite/connection.ts'

/** The steps of `explain query plan`. */
export function plan(from: Connection, sql: string): string[] {
  const text = query<[number, number, number, string]>(`explain query plan ${sql}`)
  return from.rows(text).map(([, , , detail]) => detail)
}
