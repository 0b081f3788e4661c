/** What users and groups have in common: each is found, added and renamed by its name. */
import { type Change, quote } from './change.ts'
import { noSuch, requireFree } from './refusals.ts'
import type { Subject } from '../store.ts'
import { normalizeName, requireName } from '../text-rules.ts'
import { usersSql } from './users-sql.ts'
import type { Reading, SubjectKind, Transaction } from './sql.ts'

/** A user or group that exists. */
export interface SubjectId {
  readonly kind: SubjectKind
  readonly id: number
}

export function kindAndName(subject: Subject): readonly [SubjectKind, string] {
  return 'user' in subject ? ['user', subject.user] : ['group', subject.group]
}

/** The subject in a summary. */
export function nameOf(subject: Subject): string {
  const [kind, name] = kindAndName(subject)
  return `${kind} ${quote(name)}`
}

/** The id of what has this name, in any Unicode form. */
async function findNamed(reading: Reading, kind: SubjectKind, name: string): Promise<number | undefined> {
  // No name contains it, and no text in PostgreSQL can.
  return name.includes('\0') ? undefined : (await reading.row(usersSql.id[kind], normalizeName(name)))?.[0]
}

/** The id of a user or group. Rejects with `not-found`. */
export async function requireNamed(reading: Reading, kind: SubjectKind, name: string): Promise<number> {
  const id = await findNamed(reading, kind, name)
  if (id === undefined) throw noSuch(kind, name)
  return id
}

/** The kind and id of a subject. Rejects with `not-found`. */
export async function requireSubject(reading: Reading, subject: Subject): Promise<SubjectId> {
  const [kind, name] = kindAndName(subject)
  return { kind, id: await requireNamed(reading, kind, name) }
}

/** Rejects with `invalid` or `conflict`. `begin`: what a new one has besides. */
export function addNamed<Rest extends { readonly createdAt: Date }>(
  change: Change,
  kind: SubjectKind,
  given: string,
  begin: () => Rest,
): Promise<{ readonly id: number; readonly name: string } & Rest> {
  return change(`${kind}s add`, async (tx) => {
    const name = await requireFreeName(tx, kind, given)
    const id = (await tx.dialect.takeIds(tx, `${kind}s`, 1)) + 1
    const added = { id, name, ...begin() }
    await tx.run(usersSql.add[kind], id, name, added.createdAt.getTime())
    return [added, `Added ${kind} ${quote(name)}.`, { [kind]: name }]
  })
}

/** Rejects with `not-found`, `invalid` or `conflict`. */
export function renameNamed(change: Change, kind: SubjectKind, from: string, to: string): Promise<void> {
  return change(`${kind}s rename`, async (tx) => {
    const id = await requireNamed(tx, kind, from)
    await tx.run(usersSql.rename[kind], id, await requireFreeName(tx, kind, to))
    return [undefined, `Renamed ${kind} ${quote(from)} to ${quote(to)}.`, { [kind]: from, to }]
  })
}

async function requireFreeName(tx: Transaction, kind: SubjectKind, given: string): Promise<string> {
  const name = requireName(kind, given)
  requireFree(kind, name, await findNamed(tx, kind, name))
  return name
}
