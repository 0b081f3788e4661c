/**
 * Imports users from a file. Users and groups that don't exist are added. Memberships are added, never removed:
 * importing a file again changes nothing. Lines are handled a thousand at a time: each alone would cost a dozen round
 * trips.
 */
import { readUserLine, type UserLine, userLine } from './lines.ts'
import { addNotedAccess, bumpRevisions } from '../admin/access.ts'
import { accessSql } from '../admin/access-sql.ts'
import type { SubjectKind, Transaction } from '../admin/sql.ts'
import { importSql } from './import-sql.ts'
import { type ImportKind, readStaged, stageValues, type Tally } from './run-import.ts'

/** New users and groups get `now` as their time of creation. */
export function userImport(now: () => number): ImportKind<UserLine> {
  return {
    format: userLine,
    workspace: ({ values, joined }) => values + joined,
    read: readUserLine,
    stage: stageValues,
    apply: (tx) => applyUsers(tx, now()),
  }
}

async function applyUsers(tx: Transaction, now: number): Promise<Tally> {
  await tx.script(accessSql(tx).workspace)
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
  const users = await findOrAdd(tx, 'user', userNames, now)
  const groups = await findOrAdd(tx, 'group', groupNames, now)
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

/** The ids of all names, and those of them that are new. */
async function findOrAdd(
  tx: Transaction,
  kind: SubjectKind,
  names: readonly string[],
  now: number,
): Promise<{ idOf(name: string): number; added: Set<number> }> {
  const ids = await findNamed(tx, kind, names)
  const missing = [...new Set(names.filter((name) => !ids.has(name)))]
  const before = missing.length === 0 ? 0 : await tx.dialect.takeIds(tx, `${kind}s`, missing.length)
  const added = missing.map((name, at): [id: number, name: string] => [before + 1 + at, name])
  const given = JSON.stringify(added.map(([id, name]) => [id, name, now]))
  if (added.length > 0) await tx.run(importSql(tx).addNamed[kind], given)
  for (const [id, name] of added) ids.set(name, id)
  return { idOf: (name) => ids.get(name) ?? 0, added: new Set(added.map(([id]) => id)) }
}

/** Creates memberships, and shows the members what their groups see. Returns the new ones, as `group user`. */
async function join(tx: Transaction, pairs: readonly [number, number][]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const sql = importSql(tx)
  await tx.run(sql.noteJoined, JSON.stringify(pairs))
  const joined = await tx.rows(sql.joined)
  if (joined.length > 0) {
    await tx.run(sql.join)
    await tx.run(sql.noteAccessOfJoined)
    await addNotedAccess(tx)
    await bumpRevisions(tx)
    await tx.script(sql.clearJoined)
  }
  return new Set(joined.map(([group, user]) => `${group} ${user}`))
}

/** The ids of those names that exist: the names of a thousand lines are looked up at once. */
export async function findNamed(
  tx: Transaction,
  kind: SubjectKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows =
    names.length === 0 ? [] : await tx.rows(importSql(tx).named[kind], JSON.stringify([...new Set(names)]))
  return new Map(rows.map(([id, name]) => [name, id]))
}
