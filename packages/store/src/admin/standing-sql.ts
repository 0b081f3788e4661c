/** The SQL of standing grants. A tag of '' stands for every plant. */
import { inDialect, ofEachKind, query } from './sql.ts'

/** A standing grant. */
export type StandingRow = [subjectId: number, subject: string, tag: string]

export const standingSql = inDialect(({ texts }) => ({
  /** $1: the user or group; $2: the tags, as JSON. */
  grant: ofEachKind(
    (kind) => `
    insert into ${kind}_standing_grant (${kind}_id, tag)
    select cast($1 as bigint), value from ${texts(2)} where true
    on conflict do nothing`,
  ),
  revoke: ofEachKind(
    (kind) => `
    delete from ${kind}_standing_grant where ${kind}_id = $1 and tag in (select value from ${texts(2)})`,
  ),
  /** $1, $2: from this user or group, and tag, on; $3: up to this user or group; $4: at most this many. */
  list: ofEachKind((kind) =>
    query<StandingRow>(`
    select s.${kind}_id, o.name, s.tag
    from ${kind}_standing_grant s join ${kind}s o on o.${kind}_id = s.${kind}_id
    where (s.${kind}_id, s.tag) >= ($1, $2) and s.${kind}_id <= $3
    order by s.${kind}_id, s.tag
    limit $4`),
  ),
}))
