/** Replaces the content of a database with that of the backup that is attached as `restored`. */
import { createChange } from '../admin/change.ts'
import type { ChangeOptions } from '../changes/change-options.ts'
import { accessTable, columnsOf, recordTables, type Table, tokenTables } from '../tables.ts'
import { type Connection, query } from './connection.ts'
import { operatorsDatabase } from './operators-database.ts'

/** All tables except the audit trail, and since when the use of tokens has been recorded. */
const replaced: readonly Table[] = [...recordTables, ...tokenTables, accessTable].filter(
  ({ name }) => name !== 'audit' && name !== 'token_use',
)

const restoreSql: readonly string[] = [
  // Uses of tokens since the backup was made remain known.
  'create temp table used as select hash, last_used_at from main.token where last_used_at is not null',
  ...replaced.flatMap((table) => [
    `delete from main.${table.name}`,
    `insert into main.${table.name} (${columnsOf(table)}) select ${columnsOf(table)} from restored.${table.name}`,
  ]),
  `update main.token
   set last_used_at = u.last_used_at
   from used u
   where u.hash = token.hash and (token.last_used_at is null or token.last_used_at < u.last_used_at)`,
  'drop table used',
  `insert into main.token_use (one, recorded_since) select one, recorded_since from restored.token_use where true
   on conflict (one) do update set recorded_since = max(recorded_since, excluded.recorded_since)`,
  // A database with a history of its own continues it; a new one begins with that of the backup.
  `insert into main.audit (audit_id, at, command, os_user, actor, summary, details)
   select audit_id, at, command, os_user, actor, summary, details
   from restored.audit
   where not exists (select 1 from main.audit)`,
  // The next id is above every id that either database has ever assigned.
  `insert into main.sqlite_sequence (name, seq)
   select name, seq from restored.sqlite_sequence
   where name not in (select name from main.sqlite_sequence)`,
  `update main.sqlite_sequence
   set seq = b.seq
   from restored.sqlite_sequence b
   where b.name = sqlite_sequence.name and b.seq > sqlite_sequence.seq`,
  'update main.generation set value = lower(hex(randomblob(8)))',
]

const restoredTime = query<[madeAt: number]>('select made_at from restored.backup')
const counts = query<[plants: number, users: number]>(
  'select (select count(*) from main.plant), (select count(*) from main.users)',
)

/** Replaces everything in one transaction, which begins with `keep`: that returns where it keeps the old content. */
export async function replaceContent(
  connection: Connection,
  from: string,
  audit: ChangeOptions,
  keep: () => string | undefined = () => undefined,
): Promise<void> {
  const change = createChange(operatorsDatabase(connection), { ...audit, now: Date.now })
  await change('restore', [from], async (tx) => {
    const keptAs = keep()
    for (const statement of restoreSql) await tx.run(statement)
    const [madeAt = null] = (await tx.row(restoredTime)) ?? []
    const [plants, users] = (await tx.row(counts)) ?? [0, 0]
    return { madeAt: madeAt === null ? undefined : new Date(madeAt), plants, users, keptAs }
  })
}
