/** SQLite's side of the operators' work. */
import { type AppliedRow, type Dialect, query, type Reading } from '../admin/sql.ts'
import { memberColumns, memberDefinitions } from '../plant-members.ts'
import { foreign, noRecord } from '../content/migration-steps.ts'
import { applicationId } from './open-connection.ts'
import { findDamage, readSchema } from './schema.ts'

const lastId = query<[id: number]>('select seq from sqlite_sequence where name = $1')

export const sqliteDialect: Dialect = {
  join: 'cross join',
  unindexed: '+',
  texts: (n) => `json_each($${n})`,
  arrays: (n) => `json_each($${n})`,
  workspace: {
    access: `
      create temp table if not exists selected_plant (plant_id integer primary key);
      create temp table if not exists affected_user (user_id integer primary key);
      create temp table if not exists affected_access (
        user_id integer, plant_id integer, primary key (user_id, plant_id)) without rowid;`,
    plants: `
      create temp table staged (
        row integer primary key, line integer not null, key text unique,
        ${memberDefinitions((kind) => kind)});
      create temp table stored (
        ${memberDefinitions(() => 'text')}, copies integer, primary key (${memberColumns()}));`,
    values: 'create temp table staged (row integer primary key, line integer not null, value text not null);',
    joined:
      'create temp table joined (group_id integer, user_id integer, primary key (group_id, user_id)) without rowid;',
    grants: `
      create temp table matched (row integer, user_id integer, group_id integer, plant_id integer);
      create temp table new_grant (row integer, user_id integer, group_id integer, plant_id integer);`,
  },
  analyze: () => '',
  nextRevision: 'revision + 1',
  empty: (...tables) => tables.map((table) => `delete from ${table}`).join('; '),
  lastIds: query('select name, seq from sqlite_sequence'),
  raiseId: async (tx, table, last) => {
    const known = await tx.run('update sqlite_sequence set seq = max(seq, $2) where name = $1', table, last)
    if (known === 0) await tx.run('insert into sqlite_sequence (name, seq) values ($1, $2)', table, last)
  },
  // An insert of higher ids raises the last one.
  takeIds: async (tx, table) => (await tx.row(lastId, table))?.[0] ?? 0,
  migrations: new URL('./migrations/', import.meta.url),
  migrationTable: `
    pragma application_id = ${applicationId};
    create table if not exists migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at integer not null
    ) strict`,
  readApplied,
  findDamage,
  readSchema,
  requireAllLists: () => Promise.resolve(),
}

/** Migrations and their records are written in one transaction: a database of ours has some. */
async function readApplied(reading: Reading): Promise<readonly AppliedRow[] | undefined> {
  const [id] = (await reading.row(records.applicationId)) ?? []
  if (id === 0 && (await reading.row('select 1 from sqlite_schema limit 1')) === undefined) return undefined
  if (id !== applicationId) throw foreign(reading.database)
  const [columns] = (await reading.row(records.columns)) ?? [0]
  const applied = columns === 3 ? await reading.rows(records.applied) : []
  if (applied.length > 0) return applied
  throw noRecord(reading.database)
}

const records = {
  applicationId: query<[id: number]>('pragma application_id'),
  columns: query<[count: number]>(
    "select count(*) from pragma_table_info('migration') where name in ('version', 'name', 'checksum')",
  ),
  applied: query<AppliedRow>('select version, name, checksum from migration order by version'),
} as const
