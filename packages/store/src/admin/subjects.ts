/** What users and groups have in common: their SQL; each is found, added and renamed by its name. */
import { type Change, quote } from './change.ts'
import { noSuch, requireFree } from './refusals.ts'
import type { Subject } from '../store.ts'
import { normalizeName, requireName } from '../text-rules.ts'
import type { GroupRow, MemberRow, UserRow } from './rows.ts'
import { ofEachKind, query, type Reading, type SubjectKind, type Transaction } from './sql.ts'

export const usersSql = {
  id: ofEachKind((kind) => query<[id: number]>(`select ${kind}_id from ${kind}s where name = $1`)),
  /** $1: its id; $2: its name; $3: when it is made. */
  add: ofEachKind((kind) => `insert into ${kind}s (${kind}_id, name, created_at) values ($1, $2, $3)`),
  /** Memberships, grants and tokens are removed along with it. */
  remove: ofEachKind((kind) => `delete from ${kind}s where ${kind}_id = $1`),
  rename: ofEachKind((kind) => `update ${kind}s set name = $2 where ${kind}_id = $1`),
  disableUser: 'update users set disabled_at = $2 where user_id = $1 and disabled_at is null',
  enableUser: 'update users set disabled_at = null where user_id = $1 and disabled_at is not null',
  ofUser: query<[grants: number, memberships: number, tokens: number]>(`
    select
      (select count(*) from user_grant where user_id = $1)
        + (select count(*) from user_standing_grant where user_id = $1),
      (select count(*) from membership where user_id = $1),
      (select count(*) from token where user_id = $1)`),
  ofGroup: query<[grants: number, members: number]>(`
    select
      (select count(*) from group_grant where group_id = $1)
        + (select count(*) from group_standing_grant where group_id = $1),
      (select count(*) from membership where group_id = $1)`),
  addMember: 'insert into membership (group_id, user_id) values ($1, $2) on conflict do nothing',
  removeMember: 'delete from membership where group_id = $1 and user_id = $2',
  /** $1: after this user; $2: at most this many. One row for each group of a user, or one without a group. */
  users: query<UserRow>(`
    select batch.user_id, batch.name, batch.created_at, batch.disabled_at, g.name
    from (select user_id, name, created_at, disabled_at from users where user_id > $1 order by user_id limit $2) batch
    left join membership m on m.user_id = batch.user_id
    left join groups g on g.group_id = m.group_id
    order by batch.user_id, g.name`),
  /** $1: after this group; $2: at most this many. */
  groups: query<GroupRow>(`
    select g.group_id, g.name, g.created_at,
      (select count(*) from membership m where m.group_id = g.group_id)
    from groups g
    where g.group_id > $1
    order by g.group_id
    limit $2`),
  /** $1: the group. */
  members: query<MemberRow>(`
    select u.name, u.disabled_at
    from membership m
    join users u on u.user_id = m.user_id
    where m.group_id = $1
    order by u.name`),
  group: query<[createdAt: number, grants: number]>(`
    select created_at, (select count(*) from group_grant where group_id = $1)
    from groups
    where group_id = $1`),
} as const

/** A user or group that exists. */
export interface SubjectId {
  readonly kind: SubjectKind
  readonly id: number
}

export function kindAndName(subject: Subject): readonly [SubjectKind, string] {
  return 'user' in subject ? ['user', subject.user] : ['group', subject.group]
}

export function toSubject(kind: SubjectKind, name: string): Subject {
  return kind === 'user' ? { user: name } : { group: name }
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

/** The ids of a subject or, without one, of all users and then of all groups. Rejects with `not-found`. */
export async function idsOf(
  reading: Reading,
  subject?: Subject,
): Promise<readonly { readonly kind: SubjectKind; readonly from: number; readonly to: number }[]> {
  if (subject === undefined) {
    return (['user', 'group'] as const).map((kind) => ({ kind, from: 0, to: Number.MAX_SAFE_INTEGER }))
  }
  const { kind, id } = await requireSubject(reading, subject)
  return [{ kind, from: id, to: id }]
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
  requireFree(`${kind} named`, name, await findNamed(tx, kind, name))
  return name
}
