/** The grants of single plants as the operator sees them. */
import type { Connection } from './connection.ts'
import { batchSize, readBatches } from './keyset.ts'
import { type GrantRow, plantSql } from './plant-sql.ts'
import { toRecord } from './plants.ts'
import type { Administration, Grant, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The part of the operator's work that lists grants of single plants. */
export function createGrantList(connection: Connection): Pick<Administration, 'grants'> {
  return { grants: (subject, after) => listGrants(connection, subject, after) }
}

async function* listGrants(connection: Connection, subject?: Subject, after = 0): AsyncGenerator<Grant> {
  if (subject !== undefined) {
    const { kind, id } = requireSubject(connection, subject)
    yield* listGrantsTo(connection, kind, id, id, after)
    return
  }
  yield* listGrantsTo(connection, 'user', 0, Number.MAX_SAFE_INTEGER)
  yield* listGrantsTo(connection, 'group', 0, Number.MAX_SAFE_INTEGER)
}

/** The grants to the users, or groups, with ids between two; of the first, those of plants after an id. */
async function* listGrantsTo(
  connection: Connection,
  kind: 'user' | 'group',
  from: number,
  to: number,
  after = 0,
): AsyncGenerator<Grant> {
  const sql = kind === 'user' ? plantSql.userGrants : plantSql.groupGrants
  const rows = readBatches<GrantRow>((last) =>
    connection.rows(sql, last?.[0] ?? from, last?.[2] ?? after, to, batchSize),
  )
  for await (const [, name, ...plant] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plant: toRecord(plant) }
  }
}
