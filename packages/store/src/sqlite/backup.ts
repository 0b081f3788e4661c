/** Copies of a whole database, made while others read and write. */
import { existsSync } from 'node:fs'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { openSqlite } from './open-connection.ts'
import { openMigrated } from './open-migrated.ts'
import { besideFile, conflict, publishFile } from './unfinished-file.ts'
import { findFaults } from './verify.ts'

/** What to copy, and where to. */
export interface BackupOptions {
  readonly database: string
  /** The new file. */
  readonly to: string
  readonly busyTimeoutMs?: number
}

/**
 * Writes a verified copy of the database as of one moment to a new file, which only its owner may read and which notes
 * when it was made. The file appears whole or not at all. Rejects with a `StoreError`: `conflict` where there is a file
 * already, `damaged` where the database is not sound, `full`, `unreadable`, and as `openStore` does. A process that is
 * killed meanwhile leaves a directory whose name ends in `.partial`; it may be deleted.
 */
export function backup({ to, ...options }: BackupOptions): Promise<void> {
  return Promise.try(() => {
    const connection = openMigrated({ ...options, readOnly: true })
    try {
      writeBackup(connection, to)
    } finally {
      connection.close()
    }
  })
}

/** `backup` of what a connection reads. */
export function writeBackup(connection: Connection, file: string): void {
  if (existsSync(file)) throw conflict(file)
  besideFile(file, (copy) => {
    connection.copyTo(copy, file)
    noteTime(copy, file)
    requireSound(copy, connection.database)
    publishFile(copy, file)
  })
}

function noteTime(copy: string, file: string): void {
  const connection = openSqlite({ database: copy, name: file })
  try {
    connection.run('insert or replace into backup (one, made_at) values (1, ?1)', Date.now())
  } finally {
    connection.close()
  }
}

/** Throws unless the file is a whole database of this version. Sentences call it `name`. */
export function requireSound(file: string, name: string): void {
  const connection = openMigrated({ database: file, name, readOnly: true })
  try {
    for (const { detail } of findFaults(connection)) {
      throw new StoreError('damaged', `${name} is damaged: ${detail}.`)
    }
  } finally {
    connection.close()
  }
}
