/** Databases in temporary directories, which are removed when the process ends; and SQLite without the store. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { runMigrations } from '../../src/sqlite/migrate.ts'

const root = createRoot(tmpdir())

/** A path without a file, in a directory of its own. */
export function temporaryPath(name = 'plants.db'): string {
  return join(mkdtempSync(join(root, 'test-')), name)
}

const template = temporaryPath('template.db')
await runMigrations({ database: template })

/** The path of a fresh database of this version. */
export function temporaryDatabase(database = temporaryPath()): string {
  copyFileSync(template, database)
  return database
}

/** A database with one plant in it, in a single file that no backup made. */
export function plainDatabase(): string {
  const database = temporaryDatabase(temporaryPath('older.db'))
  executeRaw(database, "insert into plant (name) values ('Fern'); pragma journal_mode = delete")
  return database
}

let quickRoot: string | undefined
let count = 0

/** Like `temporaryDatabase`, but at a `quickPath`: for thousands of them. */
export function quickDatabase(): string {
  return temporaryDatabase(quickPath())
}

/** A path in memory, if the system has a directory for that. */
export function quickPath(): string {
  quickRoot ??= createRoot(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  count += 1
  return join(quickRoot, `${count}.db`)
}

function createRoot(parent: string): string {
  const directory = mkdtempSync(join(parent, 'plant-store-test-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

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
