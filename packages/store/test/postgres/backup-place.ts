/** A PostgreSQL server with its own programs in the PATH, and databases to back up. */
import { delimiter } from 'node:path'
import process from 'node:process'
import { after, before } from 'node:test'
import { type PostgresServer, startPostgres } from '@plant-store/test-postgres'
import { copyDatabase } from '../../src/index.ts'
import { makeWorld } from '../copy/copied-world.ts'
import { executeRaw } from './databases.ts'
import { findOwnTools } from './own-tools.ts'

/** The directory of the programs; undefined if this machine has none. */
export const tools = findOwnTools()

interface BackupPlace {
  /** The secret of a token in the filled database. */
  secret(): string
  readonly emptyDatabase: () => Promise<string>
  /** A database with content in every table. */
  readonly filledDatabase: () => Promise<string>
}

/** Sets the place up for the tests of the calling `describe`. */
export function useBackupPlace(): BackupPlace {
  const path = process.env['PATH'] ?? ''
  let server: PostgresServer
  let world: Awaited<ReturnType<typeof makeWorld>>
  let count = 0

  before(async () => {
    process.env['PATH'] = [tools, path].join(delimiter)
    server = await startPostgres(tools)
    world = await makeWorld('SQLite')
  })
  after(() => {
    process.env['PATH'] = path
  })

  async function emptyDatabase(): Promise<string> {
    count += 1
    await executeRaw(server.url('postgres'), `create database plants_${count}`)
    return server.url(`plants_${count}`)
  }

  return {
    secret: () => world.secret,
    emptyDatabase,
    filledDatabase: async () => {
      const to = await emptyDatabase()
      await copyDatabase({ from: world.database, to })
      return to
    },
  }
}
