/** The SQL of standing grants. A tag of '' stands for every plant. */
import { inDialect, query } from './sql.ts'

/** A standing grant. */
export type StandingRow = [subjectId: number, subject: string, tag: string]

export const standingSql = inDialect(({ texts }) => ({
  /** $1: the user or group; $2: the tags, as JSON. */
  grantToUser: `
    insert into user_standing_grant (user_id, tag)
    select cast($1 as bigint), value from ${texts(2)} where true
    on conflict do nothing`,
  grantToGroup: `
    insert into group_standing_grant (group_id, tag)
    select cast($1 as bigint), value from ${texts(2)} where true
    on conflict do nothing`,
  revokeFromUser: `delete from user_standing_grant where user_id = $1 and tag in (select value from ${texts(2)})`,
  revokeFromGroup: `delete from group_standing_grant where group_id = $1 and tag in (select value from ${texts(2)})`,
  /** $1, $2: from this user and tag on; $3: up to this user; $4: at most this many. */
  ofUsers: query<StandingRow>(`
    select s.user_id, u.name, s.tag
    from user_standing_grant s join users u on u.user_id = s.user_id
    where (s.user_id, s.tag) >= ($1, $2) and s.user_id <= $3
    order by s.user_id, s.tag
    limit $4`),
  /** $1, $2: from this group and tag on; $3: up to this group; $4: at most this many. */
  ofGroups: query<StandingRow>(`
    select s.group_id, o.name, s.tag
    from group_standing_grant s join groups o on o.group_id = s.group_id
    where (s.group_id, s.tag) >= ($1, $2) and s.group_id <= $3
    order by s.group_id, s.tag
    limit $4`),
}))
