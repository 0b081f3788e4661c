/** Looks for mistakes in a database: in its file, in its tables, and in who sees what. */
import type { Database, Reading } from '../admin/sql.ts'
import { type Change, count } from '../admin/change.ts'
import { findAccessProblems, rebuildAccess } from '../admin/verify-access.ts'
import type { Administration, Finding } from '../store.ts'
import { compareSchemas } from './compare-schemas.ts'

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

/** Yields what is wrong, at most a hundred findings of each kind, then what is not ours. Changes nothing. */
async function* verify(database: Database): AsyncGenerator<Finding> {
  // As of one moment: a concurrent change must not become a finding.
  yield* await database.snapshot(async (reading) => {
    const { problems, foreign } = await examine(reading)
    return [...problems, ...foreign]
  })
}

/** What is wrong; none in a sound database. */
export async function findProblems(reading: Reading): Promise<readonly Finding[]> {
  return (await examine(reading)).problems
}

interface Examined {
  readonly problems: readonly Finding[]
  readonly foreign: readonly Finding[]
}

async function examine(reading: Reading): Promise<Examined> {
  const { dialect } = reading
  const damages = await dialect.findDamage(reading)
  // What a damaged file contains otherwise means nothing.
  if (damages.some(({ what }) => what === 'integrity')) return { problems: damages, foreign: [] }
  const differences = await compareSchema(reading)
  const ofSchema = differences.filter((finding) => isOfOurs(finding))
  const foreign = differences.filter((finding) => !isOfOurs(finding))
  // If tables are missing or differ, queries on them say nothing about their rows.
  if (ofSchema.length > 0) return { problems: [...damages, ...ofSchema], foreign }
  await dialect.requireAllLists(reading)
  return { problems: [...damages, ...(await findAccessProblems(reading))], foreign }
}

/** What is on our tables or, in a file, beside them, and is not ours. The database is not damaged. */
export async function findForeign(reading: Reading): Promise<readonly Finding[]> {
  return (await compareSchema(reading)).filter((finding) => !isOfOurs(finding))
}

const isOfOurs = ({ what }: Finding): boolean => what === 'schema'

async function compareSchema(reading: Reading): Promise<readonly Finding[]> {
  const { found, expected } = await reading.dialect.readSchema(reading)
  return compareSchemas(found, expected)
}
