/** The SQL that takes over what the database attached as `restored` holds. */

const tables = {
  plant: 'plant_id, key, name, tag',
  users: 'user_id, name, revision, created_at, disabled_at',
  groups: 'group_id, name, created_at',
  membership: 'group_id, user_id',
  user_grant: 'user_id, plant_id',
  group_grant: 'group_id, plant_id',
  user_standing_grant: 'user_id, tag',
  group_standing_grant: 'group_id, tag',
  token:
    'token_id, user_id, name, hash, prefix, created_at, lifetime_ms, expires_at, revoked_at, last_used_at',
  plant_access: 'user_id, plant_id, name, tag',
} as const

export const restoreSql: readonly string[] = [
  // That a token was used since the backup was made stays known.
  'create temp table used as select hash, last_used_at from main.token where last_used_at is not null',
  ...Object.entries(tables).flatMap(([table, columns]) => [
    `delete from main.${table}`,
    `insert into main.${table} (${columns}) select ${columns} from restored.${table}`,
  ]),
  `update main.token
   set last_used_at = u.last_used_at
   from used u
   where u.hash = token.hash and (token.last_used_at is null or token.last_used_at < u.last_used_at)`,
  'drop table used',
  `insert into main.token_use (one, recorded_since) select one, recorded_since from restored.token_use where true
   on conflict (one) do update set recorded_since = max(recorded_since, excluded.recorded_since)`,
  // A database that has a history of its own goes on with it; a new one begins with that of the backup.
  `insert into main.audit (audit_id, at, command, os_user, actor, summary, details)
   select audit_id, at, command, os_user, actor, summary, details
   from restored.audit
   where not exists (select 1 from main.audit)`,
  // The next id is above every id that either database has ever given out.
  `insert into main.sqlite_sequence (name, seq)
   select name, seq from restored.sqlite_sequence
   where name not in (select name from main.sqlite_sequence)`,
  `update main.sqlite_sequence
   set seq = b.seq
   from restored.sqlite_sequence b
   where b.name = sqlite_sequence.name and b.seq > sqlite_sequence.seq`,
  'update main.generation set value = lower(hex(randomblob(8)))',
]
