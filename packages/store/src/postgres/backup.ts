/** Backups of a PostgreSQL database, made by `pg_dump`. */
import { existsSync } from 'node:fs'
import type { BackupReport } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import { accessTable, recordTables, tokenTables } from '../tables.ts'
import { conflict, openUnfinished, publishFile } from '../unfinished-file.ts'
import { type Address, parseAddress } from './address.ts'
import { query, type Transaction } from './connection.ts'
import { readDumped, writeDump } from './dump.ts'
import { openMigrated } from './open-migrated.ts'
import { requireAllRows } from './require-all-rows.ts'
import { requireServer } from './require-server.ts'
import { requireTool } from './tools.ts'
import { findForeign } from './verify.ts'
import { findAccessProblems } from '../admin/verify-access.ts'

/**
 * Writes the database as of one moment to a new file, in the custom format of `pg_dump`, and reads the file again to
 * check that it has every row of every table. The file appears whole or not at all, and only its owner may read it.
 * Rejects with `no-tool`, `conflict` or `damaged`, and as `requireServer` and `openStore` do.
 */
export async function backupPostgres({
  database: url,
  to,
}: {
  readonly database: string
  readonly to: string
}): Promise<BackupReport> {
  if (existsSync(to)) throw conflict(to)
  const address = parseAddress(url)
  await requireServer(url)
  const database = await openMigrated({ database: url, connections: 1, readOnly: true })
  try {
    return await database.transaction('read', async (tx) => {
      await requireAllRows(tx)
      const major = await requireTools(tx, address, to)
      for (const { detail } of await findAccessProblems(tx)) {
        throw new StoreError('damaged', `${tx.database} is damaged: ${detail}.`)
      }
      using unfinished = openUnfinished(to)
      await writeDump(tx, address, major, unfinished.path)
      await requireWhole(tx, unfinished.path)
      publishFile(unfinished.path, to)
      return { foreign: await findForeign(tx) }
    })
  } finally {
    await database.close()
  }
}

const sql = {
  version: query<[version: number]>("select current_setting('server_version_num')::int"),
} as const

/** Returns the major version of `pg_dump`. */
async function requireTools(tx: Transaction, address: Address, to: string): Promise<number> {
  const [version] = (await tx.row(sql.version)) ?? [0]
  const major = Math.floor(version / 10_000)
  const command = `pg_dump --format=custom --file=${to} --dbname='${address.name}'`
  const found = requireTool('pg_dump', command, major)
  requireTool('pg_restore', command, major)
  return found
}

async function requireWhole(tx: Transaction, path: string): Promise<void> {
  for (const table of [...recordTables, ...tokenTables, accessTable]) {
    const [rows] = (await tx.row(query<[number]>(`select count(*) from ${table.name}`))) ?? [0]
    let dumped = 0
    await readDumped(path, table, (batch) => {
      dumped += batch.length
    })
    if (dumped === rows) continue
    throw new StoreError(
      'damaged',
      `The backup of ${tx.database} has ${dumped} rows of the table ${table.name}, not ${rows}: nothing was kept.`,
    )
  }
}
