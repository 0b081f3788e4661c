/** The schema that the migrations make, as `readSchema` returns it: a database that differs was changed by others. */
import type { Schema } from '../content/compare-schemas.ts'
import { ourTables, type Table } from '../content/tables.ts'

/** A table with its columns and its primary key. */
function partsOf({
  name,
  columns,
  optional,
}: Table): readonly (readonly [name: string, definition: string])[] {
  const isStanding = name.endsWith('_standing_grant')
  return [
    [`table ${name}`, name === 'plant_access' ? 'with row level security' : ''],
    // A tag may be too long for a primary key.
    ...(isStanding ? [] : [[`index ${name}_pkey on ${name}`, 'unique'] as const]),
    ...Object.entries(columns).map(([column, kind]): [string, string] => {
      const type = kind === 'text' ? 'text collate "C"' : kind
      return [`column ${name}.${column}`, optional.includes(column) ? type : `${type} not null`]
    }),
  ]
}

/** What else the migrations make. */
const others = {
  'check generation_one_check on generation': '',
  'column generation.one': 'integer not null',
  'column generation.value': 'text collate "C" not null',
  'table generation': '',
  'index generation_pkey on generation': 'unique',
  'foreign key of group_grant to groups': 'group_grant_group_id_fkey',
  'foreign key of group_grant to plant': 'group_grant_plant_id_fkey',
  'index group_grant_by_plant on group_grant': '',
  'foreign key of group_standing_grant to groups': 'group_standing_grant_group_id_fkey',
  'index group_standing_grant_by_tag on group_standing_grant': '',
  'index group_standing_grant_once on group_standing_grant': 'unique',
  'check groups_name_check on groups': '',
  'index groups_name_key on groups': 'unique',
  'column last_id.of': 'text not null',
  'column last_id.value': 'bigint not null',
  'table last_id': '',
  'index last_id_pkey on last_id': 'unique',
  'foreign key of membership to groups': 'membership_group_id_fkey',
  'foreign key of membership to users': 'membership_user_id_fkey',
  'index membership_by_user on membership': '',
  'column migration.applied_at': 'bigint not null',
  'column migration.checksum': 'text not null',
  'column migration.name': 'text not null',
  'column migration.version': 'integer not null',
  'table migration': '',
  'index migration_pkey on migration': 'unique',
  'check plant_name_check on plant': '',
  'check plant_tag_check on plant': '',
  'index plant_by_name on plant': '',
  'index plant_by_tag on plant': '',
  'index plant_key_key on plant': 'unique',
  'policy presented on plant_access': '',
  'check token_name_check on token': '',
  'foreign key of token to users': 'token_user_id_fkey',
  'index token_by_user on token': '',
  'index token_hash_key on token': 'unique',
  'check token_use_one_check on token_use': '',
  'column token_use.one': 'integer not null',
  'foreign key of user_grant to plant': 'user_grant_plant_id_fkey',
  'foreign key of user_grant to users': 'user_grant_user_id_fkey',
  'index user_grant_by_plant on user_grant': '',
  'foreign key of user_standing_grant to users': 'user_standing_grant_user_id_fkey',
  'index user_standing_grant_by_tag on user_standing_grant': '',
  'index user_standing_grant_once on user_standing_grant': 'unique',
  'check users_name_check on users': '',
  'index users_name_key on users': 'unique',
}

/** Each part by its name, and how it was made. */
export function expectedSchema(): Schema {
  const { records, use, access } = ourTables()
  const parts = [...records, use, access].flatMap((table) => partsOf(table))
  return new Map([...parts, ...Object.entries(others)])
}
