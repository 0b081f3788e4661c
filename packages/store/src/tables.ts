/** The tables that all engines have, under the same names: what a restore takes over, and a copy from one to another. */

/** Times are numbers, in milliseconds since 1970. A value of either kind may be missing, which is `null`. */
type ColumnKind = 'number' | 'text'

/** A table whose rows stand in the order of its key. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
}

/** Who may see what, flattened from the others. */
export const accessTable: Table = {
  name: 'plant_access',
  key: ['user_id', 'plant_id'],
  columns: { user_id: 'number', plant_id: 'number', name: 'text', tag: 'text' },
}

/** Tokens, and since when services write down which are used: what services write as well, without an audit entry. */
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

/** Everything else, referred to before what refers to it. */
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

/** What has ids that are never given out twice, under the names of their tables. */
export const numberedTables = ['audit', 'groups', 'plant', 'token', 'users'] as const

/** The columns of a table, as a list in SQL. */
export function columnsOf({ columns }: Table): string {
  return Object.keys(columns).join(', ')
}
