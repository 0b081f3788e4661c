/**
 * Grants from a file. A line is granted as the command would; a line that grants nothing new is unchanged, so importing
 * a file again changes nothing.
 */
import { type GrantLine, grantLine, readGrantLine } from '../../lines/grant-line.ts'
import { invalidLine } from '../../lines/read-members.ts'
import { bumpRevisions, grantSelected, selectPlants } from '../access.ts'
import { accessSql } from '../access-sql.ts'
import type { Transaction } from '../connection.ts'
import { matchPlants } from '../selection.ts'
import { grantStandingTo } from '../standing-grants.ts'
import { requireSubject } from '../subjects.ts'
import { importSql } from './import-sql.ts'
import type { ImportKind } from './run-import.ts'
import { applyValues, stageValues } from './staged-values.ts'

export const grantImport: ImportKind<unknown> = {
  format: grantLine,
  workspace: importSql.valueWorkspace,
  read: (value) => {
    readGrantLine(value)
    return value
  },
  stage: stageValues,
  apply: async (tx, report) => {
    await tx.script(accessSql.workspace)
    return applyValues(tx, report, (value) => applyGrant(tx, readGrantLine(value)))
  },
}

async function applyGrant(tx: Transaction, line: GrantLine): Promise<'added' | 'unchanged'> {
  const found = await requireSubject(tx, line.subject)
  const { matched, changed } =
    'standing' in line ? await grantStandingTo(tx, found, line.standing) : await grantOnce(tx, found, line)
  await bumpRevisions(tx)
  if (matched === 0) throw invalidLine('No plant matches.')
  return changed > 0 ? 'added' : 'unchanged'
}

async function grantOnce(
  tx: Transaction,
  found: Awaited<ReturnType<typeof requireSubject>>,
  { plants }: Exclude<GrantLine, { readonly standing: unknown }>,
): Promise<{ matched: number; changed: number }> {
  const matched = await selectPlants(tx, matchPlants(plants))
  return { matched, changed: await grantSelected(tx, found) }
}
