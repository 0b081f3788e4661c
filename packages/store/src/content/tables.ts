/** The tables that all engines have, under the same names: what a restore and a copy between engines take over. */
import { type ColumnKind, memberKinds } from '../plant-members.ts'

/** A table whose rows are in the order of its key. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
}

/** Who may see what, derived from the other tables. */
export const accessTable: Table = {
  name: 'plant_access',
  key: ['user_id', 'plant_id'],
  columns: { user_id: 'bigint', plant_id: 'bigint', ...memberKinds },
}

/** Since when services have recorded the use of tokens: written without an audit entry, as is `token.last_used_at`. */
export const useTable: Table = {
  name: 'token_use',
  key: ['one'],
  columns: { one: 'bigint', recorded_since: 'bigint' },
}

/** All tables that operators change; a table comes before those that refer to it. */
export const recordTables: readonly Table[] = [
  {
    name: 'plant',
    key: ['plant_id'],
    columns: { plant_id: 'bigint', key: 'text', ...memberKinds },
  },
  {
    name: 'users',
    key: ['user_id'],
    columns: {
      user_id: 'bigint',
      name: 'text',
      revision: 'bigint',
      created_at: 'bigint',
      disabled_at: 'bigint',
    },
  },
  {
    name: 'groups',
    key: ['group_id'],
    columns: { group_id: 'bigint', name: 'text', created_at: 'bigint' },
  },
  { name: 'membership', key: ['group_id', 'user_id'], columns: { group_id: 'bigint', user_id: 'bigint' } },
  { name: 'user_grant', key: ['user_id', 'plant_id'], columns: { user_id: 'bigint', plant_id: 'bigint' } },
  { name: 'group_grant', key: ['group_id', 'plant_id'], columns: { group_id: 'bigint', plant_id: 'bigint' } },
  { name: 'user_standing_grant', key: ['user_id', 'tag'], columns: { user_id: 'bigint', tag: 'text' } },
  { name: 'group_standing_grant', key: ['group_id', 'tag'], columns: { group_id: 'bigint', tag: 'text' } },
  {
    name: 'token',
    key: ['token_id'],
    columns: {
      token_id: 'bigint',
      user_id: 'bigint',
      name: 'text',
      hash: 'text',
      prefix: 'text',
      created_at: 'bigint',
      lifetime_ms: 'bigint',
      expires_at: 'bigint',
      revoked_at: 'bigint',
      last_used_at: 'bigint',
    },
  },
  {
    name: 'audit',
    key: ['audit_id'],
    columns: {
      audit_id: 'bigint',
      at: 'bigint',
      command: 'text',
      os_user: 'text',
      actor: 'text',
      summary: 'text',
      details: 'text',
    },
  },
]

export const allTables: readonly Table[] = [...recordTables, useTable, accessTable]

/** The columns of a table, as an SQL list. */
export function columnsOf({ columns }: Table): string {
  return Object.keys(columns).join(', ')
}
