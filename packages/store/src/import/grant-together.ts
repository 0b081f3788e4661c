/** Handles many lines of a grants file that name their plants: separately, each would cost half a dozen round trips. */
import type { GrantLine } from './lines.ts'
import { noSuch } from '../admin/refusals.ts'
import type { Subject } from '../store.ts'
import type { SubjectKind, Transaction } from '../admin/sql.ts'
import { kindAndName, type SubjectId } from '../admin/subjects.ts'
import { addNotedAccess } from '../admin/access.ts'
import { findNamed } from './import-users.ts'
import { importSql } from './import-sql.ts'
import type { Report, Tally } from './run-import.ts'

/** The problem of a line that matches no plant. */
export const noPlantMatches = 'No plant matches.'

/** A line with a key or a name. */
export interface NamingLine {
  readonly line: number
  readonly subject: Subject
  readonly key: string | null
  readonly name: string | null
  readonly tag: string | null
}

/** Undefined for a line with only a tag, with all plants, or with a standing grant. */
export function toNamingLine(line: number, grant: GrantLine): NamingLine | undefined {
  if ('standing' in grant || 'all' in grant.plants) return undefined
  const { key = null, name = null, tag = null } = grant.plants
  if (key === null && name === null) return undefined
  return { line, subject: grant.subject, key, name, tag }
}

/** Affected users get a new revision later, once: row versions of one transaction accumulate. */
export async function grantTogether(
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
