/** The SQL that takes over what the database attached as `restored` holds. */

const tables = {
  plant: 'plant_id, key, name, tag',
  users: 'user_id, name, revision, created_at',
  groups: 'group_id, name, created_at',
  membership: 'group_id, user_id',
  user_grant: 'user_id, plant_id',
  group_grant: 'group_id, plant_id',
  user_standing_grant: 'user_id, tag',
  group_standing_grant: 'group_id, tag',
  token: 'token_id, user_id, name, hash, prefix, created_at, lifetime_ms, expires_at, revoked_at',
  plant_access: 'user_id, plant_id, name, tag',
} as const

export const restoreSql: readonly string[] = [
  ...Object.entries(tables).flatMap(([table, columns]) => [
    `delete from main.${table}`,
    `insert into main.${table} (${columns}) select ${columns} from restored.${table}`,
  ]),
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
