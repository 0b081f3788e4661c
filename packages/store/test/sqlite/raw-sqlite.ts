/** SQLite without the store: to create what the store never would, and to look behind it. */
import { DatabaseSync } from 'node:sqlite'

/** Runs statements on a file, which is created if it does not exist. */
export function executeRaw(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false })
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}

/** The rows of a query, as objects. */
export function readRows(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** The first column of the first row. */
export function readRaw(file: string, sql: string): unknown {
  return Object.values(readRows(file, sql)[0] ?? {})[0]
}
