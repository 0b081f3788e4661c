/** Looks for mistakes in a database: in its file, in its tables, and in who sees what. */
import type { Database, Reading } from '../admin/sql.ts'
import { type Change, count } from '../admin/change.ts'
import { findAccessProblems, rebuildAccess } from '../admin/verify-access.ts'
import type { Administration, Finding } from '../store.ts'
import { compareSchemas, isProblem } from './compare-schemas.ts'

/** The operator's methods that look for mistakes, and mend who sees what. */
export function createVerification(
  database: Database,
  change: Change,
): Pick<Administration, 'verify' | 'rebuildAccess'> {
  return {
    verify: () => verify(database),
    rebuildAccess: () =>
      change('verify --repair', async (tx) => {
        const rows = await rebuildAccess(tx)
        return [rows, `Repaired ${count(rows, 'row')} of the table of who sees what.`, { rows }]
      }),
  }
}

/** Changes nothing. */
async function* verify(database: Database): AsyncGenerator<Finding> {
  // As of one moment: a concurrent change must not become a finding.
  yield* await database.snapshot(examine)
}

/** What is wrong, at most a hundred findings of each kind, and what is on our tables and not ours. */
export async function examine(reading: Reading): Promise<readonly Finding[]> {
  const { dialect } = reading
  const damages = await dialect.findDamage(reading)
  // What a damaged file contains otherwise means nothing.
  if (damages.some(({ what }) => what === 'integrity')) return damages
  const { found, expected } = await dialect.readSchema(reading)
  const differences = compareSchemas(found, expected)
  // If tables are missing or differ, queries on them say nothing about their rows.
  if (differences.some((finding) => isProblem(finding))) return [...damages, ...differences]
  await dialect.requireAllLists(reading)
  return [...damages, ...(await findAccessProblems(reading)), ...differences]
}
