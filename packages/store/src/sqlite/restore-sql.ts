/** The SQL that takes over the content of the database attached as `restored`. */
import { accessTable, columnsOf, recordTables, type Table, tokenTables } from '../tables.ts'

/** All tables except the audit trail, and since when the use of tokens has been recorded. */
const replaced: readonly Table[] = [...recordTables, ...tokenTables, accessTable].filter(
  ({ name }) => name !== 'audit' && name !== 'token_use',
)

export const restoreSql: readonly string[] = [
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
