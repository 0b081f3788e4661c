/**
 * Grants from a file. A line is granted as the command would; a line that grants nothing new is unchanged, so importing
 * a file again changes nothing. Lines that name their plants are worked off a thousand at a time: one by one, each would cost
 * half a dozen round trips. A line of a tag or of all plants is a set by itself.
 */
import { type GrantLine, grantLine, readGrantLine } from '../../lines/grant-line.ts'
import { invalidLine } from '../../lines/read-members.ts'
import { noSuchGroup, noSuchUser } from '../../refusals.ts'
import type { StoreError } from '../../store-error.ts'
import type { Subject } from '../../store.ts'
import { bumpRevisions, grantSelected, selectPlants } from '../access.ts'
import { accessSql } from '../access-sql.ts'
import type { Transaction } from '../connection.ts'
import { matchPlants } from '../selection.ts'
import { grantStandingTo } from '../standing-grants.ts'
import { requireSubject, type SubjectId } from '../subjects.ts'
import { findNamed } from './find-named.ts'
import { grantSql } from './grant-sql.ts'
import { importSql } from './import-sql.ts'
import { type ImportKind, type Report, type Tally, tryLine } from './run-import.ts'
import { readStaged, stageValues } from './staged-values.ts'

export const grantImport: ImportKind<unknown> = {
  format: grantLine,
  workspace: importSql.valueWorkspace,
  read: (value) => {
    readGrantLine(value)
    return value
  },
  stage: stageValues,
  apply: applyGrants,
}

async function applyGrants(tx: Transaction, report: Report): Promise<Tally> {
  await tx.script(`${accessSql.workspace} ${grantSql.workspace}`)
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
      // In the order of the file: what a line grants is not new to those behind it.
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

/** A line with a key or a name. */
interface NamingLine {
  readonly line: number
  readonly subject: Subject
  readonly key: string | null
  readonly name: string | null
  readonly tag: string | null
}

function toNamingLine(line: number, grant: GrantLine): NamingLine | undefined {
  if ('standing' in grant || 'all' in grant.plants) return undefined
  const { key = null, name = null, tag = null } = grant.plants
  if (key === null && name === null) return undefined
  return { line, subject: grant.subject, key, name, tag }
}

/** Whoever is affected gets a new revision later, once: row versions of one transaction pile up. */
async function grantTogether(
  tx: Transaction,
  lines: readonly NamingLine[],
  report: Report,
  tally: Tally,
): Promise<void> {
  const subjects = await findSubjects(tx, lines)
  const found = [...lines.entries()].filter(([at]) => subjects[at] !== undefined)
  const noted = new Map(
    await tx.rows(
      grantSql.note,
      found.map(([at]) => at),
      found.map(([at]) => idOf(subjects[at], 'user')),
      found.map(([at]) => idOf(subjects[at], 'group')),
      found.map(([, { key }]) => key),
      found.map(([, { name }]) => name),
      found.map(([, { tag }]) => tag),
    ),
  )
  if ([...noted.values()].includes(1)) {
    await tx.run(grantSql.grantNoted)
    await tx.script(grantSql.forget)
  }
  for (const [at, { line, subject }] of lines.entries()) {
    const isNew = noted.get(at)
    if (isNew !== undefined) tally[isNew === 1 ? 'added' : 'unchanged'] += 1
    else report(line, subjects[at] === undefined ? noSuchSubject(subject).message : noPlantMatches)
  }
}

/** Whom each line is about; undefined where there is nobody of that name. */
async function findSubjects(
  tx: Transaction,
  lines: readonly NamingLine[],
): Promise<readonly (SubjectId | undefined)[]> {
  const named = lines.map(({ subject }) => subject)
  const users = await findNamed(
    tx,
    importSql.users,
    named.flatMap((subject) => ('user' in subject ? [subject.user] : [])),
  )
  const groups = await findNamed(
    tx,
    importSql.groups,
    named.flatMap((subject) => ('group' in subject ? [subject.group] : [])),
  )
  return named.map((subject) => {
    const [kind, id] =
      'user' in subject
        ? (['user', users.find(subject.user)] as const)
        : (['group', groups.find(subject.group)] as const)
    return id === undefined ? undefined : { kind, id }
  })
}

function idOf(subject: SubjectId | undefined, kind: SubjectId['kind']): number | null {
  return subject?.kind === kind ? subject.id : null
}

const noSuchSubject = (subject: Subject): StoreError =>
  'user' in subject ? noSuchUser(subject.user) : noSuchGroup(subject.group)

const noPlantMatches = 'No plant matches.'

/** A line of a tag, of all plants, or of a standing grant. */
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
  const matched = await selectPlants(tx, matchPlants(plants))
  return { matched, changed: await grantSelected(tx, found) }
}
