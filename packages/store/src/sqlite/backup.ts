/** Copies of a whole database, made while others read and write. */
import { existsSync } from 'node:fs'
import type { BackupOptions, BackupReport } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { requireNoLeftovers } from './database-file.ts'
import { onlyName, resolveFile } from './one-name.ts'
import { openSqlite } from './open-connection.ts'
import { openMigrated } from './open-migrated.ts'
import { besideFile, conflict, publishFile } from '../unfinished-file.ts'
import { findForeign, findProblems } from './verify.ts'

/** `backup` of a file. */
export function backupFile({ database, to }: BackupOptions): Promise<BackupReport> {
  return Promise.try(() => {
    const connection = openMigrated({ database: onlyName(database), readOnly: true })
    try {
      writeBackup(connection, to)
      return { foreign: findForeign(connection) }
    } finally {
      connection.close()
    }
  })
}

/** The same for the database that a connection reads. */
export function writeBackup(connection: Connection, file: string): void {
  if (existsSync(file)) throw conflict(file)
  requireNoLeftovers(file)
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

/** Throws unless all that is ours in the file is a whole database of this version. Messages call it `name`. */
export function requireSound(file: string, name: string): void {
  const connection = openMigrated({ database: resolveFile(file), name, readOnly: true })
  try {
    for (const { detail } of findProblems(connection)) {
      throw new StoreError('damaged', `${name} is damaged: ${detail}.`)
    }
  } finally {
    connection.close()
  }
}
