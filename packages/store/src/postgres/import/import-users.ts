/**
 * Imports users from a file. Users and groups that don't exist are added. Memberships are added, never removed:
 * importing a file again changes nothing. Lines are handled a thousand at a time: each alone would cost a dozen round
 * trips.
 */
import { readUserLine, type UserLine, userLine } from '../../lines/user-line.ts'
import { bumpRevisions } from '../access.ts'
import { accessSql } from '../access-sql.ts'
import type { Query, Transaction } from '../connection.ts'
import { type FindNamed, findNamed } from './find-named.ts'
import { importSql } from './import-sql.ts'
import type { ImportKind, Tally } from './run-import.ts'
import { readStaged, stageValues } from './staged-values.ts'

/** New users and groups get `now` as their time of creation. */
export function userImport(now: () => number): ImportKind<UserLine> {
  return {
    format: userLine,
    workspace: importSql.valueWorkspace,
    read: readUserLine,
    stage: stageValues,
    apply: (tx) => applyUsers(tx, now()),
  }
}

async function applyUsers(tx: Transaction, now: number): Promise<Tally> {
  await tx.script(`${accessSql.workspace} ${importSql.joinWorkspace}`)
  const tally: Tally = { added: 0, updated: 0, unchanged: 0 }
  for await (const batch of readStaged(tx)) {
    const lines = batch.map(({ value }) => readUserLine(value))
    await applyLines(tx, lines, now, tally)
  }
  return tally
}

async function applyLines(
  tx: Transaction,
  lines: readonly UserLine[],
  now: number,
  tally: Tally,
): Promise<void> {
  const userNames = lines.map(({ name }) => name)
  const groupNames = lines.flatMap(({ groups }) => groups)
  const users = await findOrAdd(tx, userNames, { find: importSql.users, add: importSql.addUsers, now })
  const groups = await findOrAdd(tx, groupNames, { find: importSql.groups, add: importSql.addGroups, now })
  const joins = lines.flatMap((line) =>
    line.groups.map((group): [number, number] => [groups.idOf(group), users.idOf(line.name)]),
  )
  const joined = await join(tx, joins)
  for (const { name, groups: of } of lines) {
    const userId = users.idOf(name)
    // A user or membership is new only for the first line that has it.
    const isNew = users.added.delete(userId)
    const isJoining = of.map((group) => joined.delete(`${groups.idOf(group)} ${userId}`)).includes(true)
    tally[isNew ? 'added' : isJoining ? 'updated' : 'unchanged'] += 1
  }
}

/** How things with names are looked up and created. */
interface NamedThings {
  readonly find: FindNamed
  /** $1: names; $2: the time. Rows are returned in the order of the names. */
  readonly add: Query<[id: number, name: string]>
  readonly now: number
}

/** The ids of all names, and those of them that are new. */
async function findOrAdd(
  tx: Transaction,
  names: readonly string[],
  { find, add, now }: NamedThings,
): Promise<{ idOf(name: string): number; added: Set<number> }> {
  const ids = await findNamed(tx, find, names)
  const missing = [...new Set(names.filter((name) => ids.idOf(name) === undefined))]
  const added = missing.length === 0 ? [] : await tx.rows(add, missing, now)
  ids.add(added)
  return { idOf: (name) => ids.idOf(name) ?? 0, added: new Set(added.map(([id]) => id)) }
}

/** Creates memberships, and shows the members what their groups see. Returns the new ones, as `group user`. */
async function join(tx: Transaction, pairs: readonly [number, number][]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const joined = await tx.rows(
    importSql.join,
    pairs.map(([group]) => group),
    pairs.map(([, user]) => user),
  )
  if (joined.length > 0) {
    await tx.run(importSql.addAccessOfJoined)
    await bumpRevisions(tx)
    await tx.run(importSql.clearJoined)
  }
  return new Set(joined.map(([group, user]) => `${group} ${user}`))
}
