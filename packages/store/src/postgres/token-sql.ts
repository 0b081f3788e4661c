/** The SQL of tokens. */
import type { TokenRow } from '../rows/token-row.ts'
import { query } from './connection.ts'

const columns = `
  t.token_id, u.name, t.name, t.prefix, t.created_at, t.expires_at, t.revoked_at, u.disabled_at, t.last_used_at,
  (select recorded_since from token_use where one = 1)`

/** Selects tokens that are accepted now ($3) but no longer by $4; any token if $4 is null. */
const expiring = `
  ($4::bigint is null or (t.revoked_at is null and t.expires_at > $3 and t.expires_at <= $4 and u.disabled_at is null))`

export const tokenSql = {
  /** $1: the user; $2: name; $3: hash; $4: prefix; $5: created; $6: lifetime; $7: expiry. */
  add: query<[id: number]>(`
    with next as (update last_id set value = value + 1 where of = 'token' returning value)
    insert into token (token_id, user_id, name, hash, prefix, created_at, lifetime_ms, expires_at)
    select value, $1::bigint, $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::bigint from next
    returning token_id`),
  one: query<TokenRow>(
    `select ${columns} from token t join users u on u.user_id = t.user_id where t.token_id = $1`,
  ),
  lifetime: query<[userId: number, lifetimeMs: number | null]>(
    'select user_id, lifetime_ms from token where token_id = $1',
  ),
  /** $1: after this token; $2: at most this many; $3 and $4: see `expiring`. */
  page: query<TokenRow>(`
    select ${columns} from token t join users u on u.user_id = t.user_id
    where t.token_id > $1 and ${expiring}
    order by t.token_id
    limit $2`),
  /** Like `page`; $5: the user. */
  pageOfUser: query<TokenRow>(`
    select ${columns} from token t join users u on u.user_id = t.user_id
    where t.token_id > $1 and t.user_id = $5 and ${expiring}
    order by t.token_id
    limit $2`),
  /** Until it is released, a token counts as expired from the moment it was made. */
  hold: 'update token set expires_at = created_at where token_id = $1',
  release: 'update token set expires_at = created_at + lifetime_ms where token_id = $1',
  revoke: 'update token set revoked_at = $2 where token_id = $1 and revoked_at is null',
  /** A token that would expire sooner keeps its expiry. */
  expire: `
    update token set expires_at = $2
    where token_id = $1 and (expires_at is null or expires_at > $2)`,
  /** $1: dead since then or longer. Scans all tokens; runs rarely. */
  purge: 'delete from token where expires_at <= $1 or revoked_at <= $1',

  /** $1: hashes; $2: the beginning of the hour of each. Another service may have written a later hour. */
  use: `
    update token set last_used_at = used.hour
    from unnest($1::text[], $2::bigint[]) used (hash, hour)
    where token.hash = used.hash and (last_used_at is null or last_used_at < used.hour)`,
  /** $1: since when. Only the first service to write sets it. */
  beginUse: 'insert into token_use (one, recorded_since) values (1, $1) on conflict do nothing',
} as const
