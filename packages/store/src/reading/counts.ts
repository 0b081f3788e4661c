/** The number of users and tokens, for metrics. */
import { query } from '../admin/sql.ts'
import type { Counts } from '../store.ts'

type CountsRow = readonly [users: number, activeTokens: number, expiringTokens: number]

/**
 * $1: now; $2: the limit of "soon". Scans both tables on every scrape of the metrics, which takes SQLite 9 ms for
 * 100,000 users with a token each.
 */
export const countsSql = query<[...CountsRow]>(`
  select (select count(*) from users), count(*), count(*) filter (where expires_at <= $2)
  from token
  where revoked_at is null and (expires_at is null or expires_at > $1)
    and user_id not in (select user_id from users where disabled_at is not null)`)

export function toCounts([users, activeTokens, expiringTokens]: CountsRow = [0, 0, 0]): Counts {
  return { users, activeTokens, expiringTokens }
}
