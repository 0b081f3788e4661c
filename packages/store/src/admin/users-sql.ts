/** The SQL of users, groups and memberships. */
import type { GroupRow, MemberRow, UserRow } from './rows.ts'
import { ofEachKind, query } from './sql.ts'

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
