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

/** The first column of the first row. */
export function readRaw(file: string, sql: string): unknown {
  const database = new DatabaseSync(file)
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0]
  } finally {
    database.close()
  }
}
