/** Plants, grants, users, groups and tokens as the tables have them. */
import { type ListedRow, toPlant } from '../plant-members.ts'
import type { Group, GroupDetails, PlantRecord, TokenInfo, User } from '../store.ts'
import { refusalOf } from '../token/state.ts'

/** A plant for the operator. */
export type PlantRow = [key: string | null, ...plant: ListedRow]
/** A grant to a user or group. */
export type GrantRow = [subjectId: number, subject: string, ...PlantRow]

/** Converts a row to the plant that is shown. */
export function toRecord([key, ...row]: PlantRow): PlantRecord {
  return { id: row[0], ...toPlant(row), ...(key !== null && { key }) }
}

/** One membership of a user, or a user without memberships. */
export type UserRow = [
  id: number,
  name: string,
  createdAt: number,
  disabledAt: number | null,
  group: string | null,
]

export type GroupRow = [id: number, name: string, createdAt: number, members: number]

/** Collects users from their rows. A user has one row for each group; they must be consecutive. */
export function collectUsers(rows: readonly UserRow[]): User[] {
  const users = new Map<number, User & { groups: string[] }>()
  for (const [id, name, createdAt, disabledAt, group] of rows) {
    const user = users.get(id) ?? {
      id,
      name,
      groups: [],
      createdAt: new Date(createdAt),
      disabledAt: toDate(disabledAt),
    }
    if (group !== null) user.groups.push(group)
    users.set(id, user)
  }
  return [...users.values()]
}

export function toGroup([id, name, createdAt, members]: GroupRow): Group {
  return { id, name, members, createdAt: new Date(createdAt) }
}

/** A member of a group. */
export type MemberRow = [name: string, disabledAt: number | null]

export function toMember([name, disabledAt]: MemberRow): GroupDetails['users'][number] {
  return { name, disabledAt: toDate(disabledAt) }
}

/** A token as it may be shown, without its secret. */
export type TokenRow = [
  id: number,
  user: string,
  name: string,
  prefix: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  disabledAt: number | null,
  lastUsedAt: number | null,
  useRecordedSince: number | null,
]

/** Converts a row to the token, with its state at a given time. */
export function toToken(row: TokenRow, now: number): TokenInfo {
  const [id, user, name, prefix, createdAt, expiresAt, revokedAt, disabledAt, lastUsedAt, recordedSince] = row
  return {
    id,
    user,
    name,
    prefix,
    createdAt: new Date(createdAt),
    expiresAt: toDate(expiresAt),
    revokedAt: toDate(revokedAt),
    lastUsedAt: toDate(lastUsedAt),
    useRecordedSince: toDate(recordedSince === null ? null : Math.max(recordedSince, createdAt)),
    state: refusalOf({ revokedAt, expiresAt, disabledAt }, now) ?? 'active',
  }
}

/** Converts a time of the tables. */
export function toDate(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time)
}
