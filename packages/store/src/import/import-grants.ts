/**
 * Imports grants from a file. A line is granted as by the command; a line that grants nothing new is unchanged, so
 * importing a file again changes nothing. Lines that name their plants are handled a thousand at a time; a line with a
 * tag or all plants is a set in itself.
 */
import { type GrantLine, grantLine, invalidLine, readGrantLine } from './lines.ts'
import { bumpRevisions, grantSelected, selectPlants } from '../admin/access.ts'
import { accessSql } from '../admin/access-sql.ts'
import type { Transaction } from '../admin/sql.ts'
import { matchPlants } from '../admin/selection.ts'
import { grantStandingTo } from '../admin/standing-grants.ts'
import { requireSubject, type SubjectId } from '../admin/subjects.ts'
import { grantTogether, type NamingLine, noPlantMatches, toNamingLine } from './grant-together.ts'
import { type ImportKind, readStaged, type Report, stageValues, type Tally, tryLine } from './run-import.ts'

export const grantImport: ImportKind<unknown> = {
  format: grantLine,
  workspace: ({ values, grants }) => values + grants,
  read: (value) => {
    readGrantLine(value)
    return value
  },
  stage: stageValues,
  apply: applyGrants,
}

async function applyGrants(tx: Transaction, report: Report): Promise<Tally> {
  await tx.script(accessSql(tx).workspace)
  const tally: Tally = { added: 0, updated: 0, unchanged: 0 }
  let together: NamingLine[] = []
  let isAnyoneAffected = false
  const grantThem = async (): Promise<void> => {
    if (together.length === 0) return
    await grantTogether(tx, together, report, tally)
    together = []
    isAnyoneAffected = true
  }
  for await (const batch of readStaged(tx)) {
    for (const { line, value } of batch) {
      const grant = readGrantLine(value)
      const naming = toNamingLine(line, grant)
      if (naming !== undefined) {
        together.push(naming)
        continue
      }
      // In the order of the file: what a line grants is not new to the lines after it.
      await grantThem()
      if (isAnyoneAffected) await bumpRevisions(tx)
      isAnyoneAffected = false
      await tryLine(line, report, async () => {
        tally[await grantAlone(tx, grant)] += 1
      })
    }
    await grantThem()
  }
  await bumpRevisions(tx)
  return tally
}

/** Handles a line with only a tag, with all plants, or with a standing grant. */
async function grantAlone(tx: Transaction, line: GrantLine): Promise<'added' | 'unchanged'> {
  const found = await requireSubject(tx, line.subject)
  const { matched, changed } =
    'standing' in line ? await grantStandingTo(tx, found, line.standing) : await grantOnce(tx, found, line)
  await bumpRevisions(tx)
  if (matched === 0) throw invalidLine(noPlantMatches)
  return changed > 0 ? 'added' : 'unchanged'
}

async function grantOnce(
  tx: Transaction,
  found: SubjectId,
  { plants }: Exclude<GrantLine, { readonly standing: unknown }>,
): Promise<{ matched: number; changed: number }> {
  const matched = await selectPlants(tx, matchPlants(tx, plants))
  return { matched, changed: await grantSelected(tx, found) }
}
