/** Summarises a PostgreSQL database, or a backup of one, in numbers. */
import type { BackupSummary, DatabaseSummary } from '../backup-options.ts'
import { type AppliedRow, stepsAfter } from '../migration-steps.ts'
import { StoreError } from '../store-error.ts'
import { recordTables, type Table, tokenTables } from '../tables.ts'
import { query, type Reading } from './connection.ts'
import { readDumped, readDumpTime, unusable } from './dump.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { requireTool } from './tools.ts'

const counts = query<[plants: number, users: number, activeTokens: number]>(`
  select
    (select count(*) from plant),
    (select count(*) from users),
    (select count(*)
     from token t join users u on u.user_id = t.user_id
     where t.revoked_at is null and (t.expires_at is null or t.expires_at > $1) and u.disabled_at is null)`)

/** Undefined if the database is still empty. Rejects as `openStore` does. */
export async function describePostgres(url: string): Promise<DatabaseSummary | undefined> {
  const database = openDatabase({ database: url, connections: 1 })
  const migrations = listMigrations()
  try {
    const { pending, isEmpty } = await pendingMigrations(database, migrations)
    if (isEmpty) return undefined
    return { ...(await countContent(database)), version: migrations.length - pending.length }
  } finally {
    await database.close()
  }
}

/** What the database holds now. */
export async function countContent(reading: Reading): Promise<Omit<DatabaseSummary, 'version'>> {
  const [plants, users, activeTokens] = (await reading.row(counts, Date.now())) ?? [0, 0, 0]
  return { plants, users, activeTokens }
}

const migrationTable: Table = {
  name: 'migration',
  key: ['version'],
  columns: { version: 'number', name: 'text', checksum: 'text' },
}

/** Rejects with `no-tool` if there is no `pg_restore`; with `newer`, `unfinished` or `damaged`. */
export async function describeDump(file: string): Promise<BackupSummary> {
  requireTool('pg_restore', `pg_restore --list ${file}`)
  const madeAt = await readDumpTime(file)
  const applied: AppliedRow[] = []
  await readDumped(file, migrationTable, (rows) => {
    for (const [version, name, checksum] of rows) {
      applied.push([Number(version), String(name), String(checksum)])
    }
  })
  if (applied.length === 0) throw unusable(file)('it has no record of its migrations')
  const migrations = listMigrations()
  const version = migrations.length - stepsAfter(applied, migrations, `The backup ${file}`).length
  return { ...(await countDumped(file)), version, madeAt }
}

async function countDumped(file: string): Promise<Omit<DatabaseSummary, 'version'>> {
  const [plants, users] = [{ rows: 0 }, { rows: 0 }]
  const disabled = new Set<unknown>()
  let activeTokens = 0
  const now = Date.now()
  await readDumped(file, pick('plant'), (rows) => {
    plants.rows += rows.length
  })
  await readDumped(file, pick('users', 'user_id', 'disabled_at'), (rows) => {
    users.rows += rows.length
    for (const [id, disabledAt] of rows) if (disabledAt !== null) disabled.add(id)
  })
  await readDumped(file, pick('token', 'user_id', 'expires_at', 'revoked_at'), (rows) => {
    activeTokens += rows.filter(
      ([user, expiresAt, revokedAt]) =>
        revokedAt === null && (expiresAt === null || Number(expiresAt) > now) && !disabled.has(user),
    ).length
  })
  return { plants: plants.rows, users: users.rows, activeTokens }
}

/** A table of ours, or some of its columns. */
function pick(name: string, ...columns: readonly string[]): Table {
  const table = [...recordTables, ...tokenTables].find((each) => each.name === name)
  if (table === undefined) throw new StoreError('damaged', `There is no table ${name}.`)
  if (columns.length === 0) return table
  const picked = columns.map((column) => [column, table.columns[column] ?? 'text'] as const)
  return { ...table, columns: Object.fromEntries(picked) }
}
