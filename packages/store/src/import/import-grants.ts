/**
 * Imports grants from a file. A line is granted as by the command; a line that grants nothing new is unchanged, so
 * importing a file again changes nothing. Lines that name their plants are handled a thousand at a time, since each alone
 * would cost half a dozen round trips; a line with a tag or all plants is a set in itself.
 */
import { type GrantLine, grantLine, invalidLine, readGrantLine } from './lines.ts'
import { addNotedAccess, bumpRevisions, grantSelected, selectPlants } from '../admin/access.ts'
import { noSuch } from '../admin/refusals.ts'
import type { Subject } from '../store.ts'
import { accessSql } from '../admin/access-sql.ts'
import type { SubjectKind, Transaction } from '../admin/sql.ts'
import { matchPlants } from '../admin/selection.ts'
import { grantStandingTo } from '../admin/standing-grants.ts'
import { kindAndName, requireSubject, type SubjectId } from '../admin/subjects.ts'
import { importSql } from './import-sql.ts'
import { findNamed } from './import-users.ts'
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

/** The problem of a line that matches no plant. */
const noPlantMatches = 'No plant matches.'

/** A line with a key or a name. */
interface NamingLine {
  readonly line: number
  readonly subject: Subject
  readonly key: string | null
  readonly name: string | null
  readonly tag: string | null
}

/** Undefined for a line with only a tag, with all plants, or with a standing grant. */
function toNamingLine(line: number, grant: GrantLine): NamingLine | undefined {
  if ('standing' in grant || 'all' in grant.plants) return undefined
  const { key = null, name = null, tag = null } = grant.plants
  if (key === null && name === null) return undefined
  return { line, subject: grant.subject, key, name, tag }
}

/** Affected users get a new revision later, once: row versions of one transaction accumulate. */
async function grantTogether(
  tx: Transaction,
  lines: readonly NamingLine[],
  report: Report,
  tally: Tally,
): Promise<void> {
  const subjects = await findSubjects(tx, lines)
  const found = [...lines.entries()].filter(([at]) => subjects[at] !== undefined)
  const given = found.map(([at, { key, name, tag }]) => {
    const subject = subjects[at]
    return [at, idOf(subject, 'user'), idOf(subject, 'group'), key, name, tag]
  })
  const sql = importSql(tx)
  await tx.run(sql.noteMatched, JSON.stringify(given))
  if ((await tx.run(sql.noteNew)) > 0) {
    await tx.run(sql.grantToUsers)
    await tx.run(sql.grantToGroups)
    await tx.run(sql.noteAccessOfNew)
    await addNotedAccess(tx)
  }
  const noted = new Map(await tx.rows(sql.outcomes))
  await tx.script(sql.clearGrants)
  for (const [at, { line, subject }] of lines.entries()) {
    const isNew = noted.get(at)
    if (isNew !== undefined) tally[isNew === 1 ? 'added' : 'unchanged'] += 1
    else report(line, subjects[at] === undefined ? noSuch(...kindAndName(subject)).message : noPlantMatches)
  }
}

/** The subject of each line; undefined if nobody has that name. */
async function findSubjects(
  tx: Transaction,
  lines: readonly NamingLine[],
): Promise<readonly (SubjectId | undefined)[]> {
  const named = lines.map(({ subject }) => kindAndName(subject))
  const find = (wanted: SubjectKind): Promise<ReadonlyMap<string, number>> =>
    findNamed(
      tx,
      wanted,
      named.flatMap(([kind, name]) => (kind === wanted ? name : [])),
    )
  const ids = { user: await find('user'), group: await find('group') }
  return named.map(([kind, name]) => {
    const id = ids[kind].get(name)
    return id === undefined ? undefined : { kind, id }
  })
}

function idOf(subject: SubjectId | undefined, kind: SubjectId['kind']): number | null {
  return subject?.kind === kind ? subject.id : null
}
