/** Looks for mistakes in the tables, and in who sees what. */
import type { Reading } from '../admin/sql.ts'
import { findAccessProblems } from '../admin/verify-access.ts'
import type { Finding } from '../store.ts'
import type { Database } from './connection.ts'
import { requireAllRows } from './operators-database.ts'
import { compareSchema } from './verify-schema.ts'

/** What is on our tables, and is not ours. */
export async function findForeign(tx: Reading): Promise<readonly Finding[]> {
  return (await compareSchema(tx)).filter(({ what }) => what !== 'schema')
}

/** Yields what is wrong, at most a hundred findings of each kind; none from a sound database. Changes nothing. */
export async function* verify(database: Database): AsyncGenerator<Finding> {
  // As of one moment: a concurrent change must not become a finding.
  yield* await database.transaction('read', async (tx) => {
    const ofSchema = await compareSchema(tx)
    // If tables are missing or differ, queries on them say nothing about their rows.
    if (ofSchema.some(({ what }) => what === 'schema')) return ofSchema
    await requireAllRows(tx)
    return [...(await findAccessProblems(tx)), ...ofSchema]
  })
}
