/** The grants of single plants as the operator sees them. */
import type { Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { type GrantRow, toRecord } from '../rows/plant-row.ts'
import { plantSql } from './plant-sql.ts'
import type { Administration, Grant, ListRange, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The part of the operator's work that lists grants of single plants. */
export function createGrantList(connection: Reading): Pick<Administration, 'grants'> {
  return { grants: (subject, range) => listGrants(connection, subject, range) }
}

async function* listGrants(connection: Reading, subject?: Subject, range?: ListRange): AsyncGenerator<Grant> {
  if (subject !== undefined) {
    const { kind, id } = requireSubject(connection, subject)
    yield* listGrantsTo(connection, kind, [id, id], range)
    return
  }
  yield* listGrantsTo(connection, 'user', everybody)
  yield* listGrantsTo(connection, 'group', everybody)
}

const everybody = [0, Number.MAX_SAFE_INTEGER] as const

/** The grants to the users, or groups, with ids between two; the range is of the plants of the first. */
async function* listGrantsTo(
  connection: Reading,
  kind: 'user' | 'group',
  [from, to]: readonly [number, number],
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
