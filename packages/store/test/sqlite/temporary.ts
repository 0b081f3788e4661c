/** Databases in temporary directories, which are removed when the process ends. */
import { chmodSync, readdirSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runMigrations } from '../../src/sqlite/migrate.ts'
import { executeRaw } from './raw-sqlite.ts'

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
  process.on('exit', () => {
    // An ordinary user removes nothing from a directory that a test has made read-only.
    for (const each of readdirSync(directory, { withFileTypes: true }))
      if (each.isDirectory()) chmodSync(join(directory, each.name), 0o700)
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}
