/** Copies of a whole database: written while others read and write, and brought back the same way. */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { explainPath } from './database-file.ts'
import type { Connection } from './connection.ts'
import { openMigrated } from './open-migrated.ts'
import { StoreError } from '../store-error.ts'
import { findFaults } from './verify.ts'

/**
 * Writes a copy of the database as of one moment to `file`, which only its owner may read. The copy is made beside
 * it, verified, put on disk, and renamed: the file appears whole or not at all. Throws `conflict` where there is a
 * file already. A process that is killed meanwhile leaves a file whose name ends in `.partial`; it may be deleted.
 */
export function writeBackup(connection: Connection, file: string): void {
  if (existsSync(file)) {
    throw new StoreError('conflict', `There is a file ${file} already; name another, or move it away.`)
  }
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  explainPath(partial, () => closeSync(openSync(partial, 'wx', 0o600)))
  try {
    connection.run('vacuum into $1', resolve(partial))
    requireSound(partial)
    explainPath(file, () => {
      sync(partial, 'r+')
      renameSync(partial, file)
      // Windows keeps its folders on disk by itself, and won't open one as a file.
      if (process.platform !== 'win32') sync(dirname(file), 'r')
    })
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Throws unless the file is a whole database of this version. */
export function requireSound(file: string): void {
  const connection = openMigrated({ database: file, readOnly: true })
  try {
    for (const { detail } of findFaults(connection)) {
      throw new StoreError('damaged', `${file} is damaged: ${detail}.`)
    }
  } finally {
    connection.close()
  }
}

/** Has the operating system put a file, or the entries of a folder, on disk. */
function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
