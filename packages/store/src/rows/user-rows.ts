/** Users and groups as the tables have them. */
import type { Group, GroupDetails, User } from '../store.ts'
import { toDate } from './to-date.ts'

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
