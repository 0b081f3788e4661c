/** The SQL of tokens. */
import type { TokenRow } from './rows.ts'
import { query } from './sql.ts'

const columns = `
  t.token_id, u.name, t.name, t.prefix, t.created_at, t.expires_at, t.revoked_at, u.disabled_at, t.last_used_at,
  (select recorded_since from token_use where one = 1)`

/** Selects tokens that are accepted now ($3) but no longer by $4; any token if $4 is null. */
const expiring = `
  (cast($4 as bigint) is null or (t.revoked_at is null and t.expires_at > $3 and t.expires_at <= $4 and u.disabled_at is null))`

export const tokenSql = {
  /** $1: its id; $2: the user; $3: name; $4: hash; $5: prefix; $6: created; $7: lifetime; $8: expiry. */
  add: `
    insert into token (token_id, user_id, name, hash, prefix, created_at, lifetime_ms, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
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
} as const
