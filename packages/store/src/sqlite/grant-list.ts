/** The grants of single plants as the operator sees them. */
import type { Connection } from './connection.ts'
import { readBatches } from './keyset.ts'
import { type GrantRow, plantSql } from './plant-sql.ts'
import { toRecord } from './plants.ts'
import type { Administration, Grant, ListRange, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The part of the operator's work that lists grants of single plants. */
export function createGrantList(connection: Connection): Pick<Administration, 'grants'> {
  return { grants: (subject, range) => listGrants(connection, subject, range) }
}

async function* listGrants(
  connection: Connection,
  subject?: Subject,
  range?: ListRange,
): AsyncGenerator<Grant> {
  if (subject !== undefined) {
    const { kind, id } = requireSubject(connection, subject)
    yield* listGrantsTo(connection, kind, id, id, range)
    return
  }
  yield* listGrantsTo(connection, 'user', 0, Number.MAX_SAFE_INTEGER)
  yield* listGrantsTo(connection, 'group', 0, Number.MAX_SAFE_INTEGER)
}

/** The grants to the users, or groups, with ids between two; with a range of plants, of one. */
async function* listGrantsTo(
  connection: Connection,
  kind: 'user' | 'group',
  from: number,
  to: number,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<Grant> {
  const sql = kind === 'user' ? plantSql.userGrants : plantSql.groupGrants
  const rows = readBatches<GrantRow>(
    (last, size) => connection.rows(sql, last?.[0] ?? from, last?.[2] ?? after, to, size),
    limit,
  )
  for await (const [, name, ...plant] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plant: toRecord(plant) }
  }
}
