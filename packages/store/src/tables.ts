/** The tables that all engines have, under the same names: what a restore and a copy between engines take over. */

/** Times are numbers, in milliseconds since 1970. A missing value of either kind is `null`. */
type ColumnKind = 'number' | 'text'

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
  columns: { user_id: 'number', plant_id: 'number', name: 'text', tag: 'text' },
}

/** Tokens, and since when services have recorded their use: what services write as well, without an audit entry. */
export const tokenTables: readonly Table[] = [
  {
    name: 'token',
    key: ['token_id'],
    columns: {
      token_id: 'number',
      user_id: 'number',
      name: 'text',
      hash: 'text',
      prefix: 'text',
      created_at: 'number',
      lifetime_ms: 'number',
      expires_at: 'number',
      revoked_at: 'number',
      last_used_at: 'number',
    },
  },
  { name: 'token_use', key: ['one'], columns: { one: 'number', recorded_since: 'number' } },
]

/** All other tables; a table comes before those that refer to it. */
export const recordTables: readonly Table[] = [
  {
    name: 'plant',
    key: ['plant_id'],
    columns: { plant_id: 'number', key: 'text', name: 'text', tag: 'text' },
  },
  {
    name: 'users',
    key: ['user_id'],
    columns: {
      user_id: 'number',
      name: 'text',
      revision: 'number',
      created_at: 'number',
      disabled_at: 'number',
    },
  },
  {
    name: 'groups',
    key: ['group_id'],
    columns: { group_id: 'number', name: 'text', created_at: 'number' },
  },
  { name: 'membership', key: ['group_id', 'user_id'], columns: { group_id: 'number', user_id: 'number' } },
  { name: 'user_grant', key: ['user_id', 'plant_id'], columns: { user_id: 'number', plant_id: 'number' } },
  { name: 'group_grant', key: ['group_id', 'plant_id'], columns: { group_id: 'number', plant_id: 'number' } },
  { name: 'user_standing_grant', key: ['user_id', 'tag'], columns: { user_id: 'number', tag: 'text' } },
  { name: 'group_standing_grant', key: ['group_id', 'tag'], columns: { group_id: 'number', tag: 'text' } },
  {
    name: 'audit',
    key: ['audit_id'],
    columns: {
      audit_id: 'number',
      at: 'number',
      command: 'text',
      os_user: 'text',
      actor: 'text',
      summary: 'text',
      details: 'text',
    },
  },
]

/** The names of the tables whose ids are never assigned twice. */
export const numberedTables = ['audit', 'groups', 'plant', 'token', 'users'] as const

/** The columns of a table, as an SQL list. */
export function columnsOf({ columns }: Table): string {
  return Object.keys(columns).join(', ')
}
