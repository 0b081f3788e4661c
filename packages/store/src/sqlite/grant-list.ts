/** The grants of single plants, for the operator. */
import type { Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { type GrantRow, toRecord } from '../rows/plant-row.ts'
import { plantSql } from './plant-sql.ts'
import type { Administration, Grant, ListRange, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The operator's methods that list grants of single plants. */
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

/** Grants to the users, or groups, with ids in an interval; the range applies to the plants of the first of them. */
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
