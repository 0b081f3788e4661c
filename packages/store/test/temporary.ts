/** Databases in temporary folders, which go when the process does. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runMigrations } from '../src/sqlite/migrate.ts'
import { listMigrations } from '../src/sqlite/migrations.ts'

const root = createRoot(tmpdir())

/** A path that nothing is at, in a folder of its own. */
export function temporaryPath(name = 'plants.db'): string {
  return join(mkdtempSync(join(root, 'test-')), name)
}

/** The path of a fresh database, brought forward to this version. */
export function temporaryDatabase(): string {
  const database = temporaryPath()
  runMigrations({ database }, listMigrations())
  return database
}

let template: string | undefined
let quickRoot: string | undefined
let count = 0

/** As `temporaryDatabase`, made by copying, and in memory where the system offers that as a folder: for thousands. */
export function quickDatabase(): string {
  template ??= temporaryDatabase()
  quickRoot ??= createRoot(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  count += 1
  const database = join(quickRoot, `${count}.db`)
  copyFileSync(template, database)
  return database
}

function createRoot(parent: string): string {
  const folder = mkdtempSync(join(parent, 'plant-store-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
