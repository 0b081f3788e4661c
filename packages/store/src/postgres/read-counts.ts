/** The number of users and tokens, for metrics. */
import type { Counts } from '../store.ts'
import type { Database } from './connection.ts'

/** Scans both tables on every scrape of the metrics. */
const countsSql = (now: number, soon: number): string => `
  select (select count(*) from users), count(*), count(*) filter (where expires_at <= ${soon})
  from token
  where revoked_at is null and (expires_at is null or expires_at > ${now})
    and user_id not in (select user_id from users where disabled_at is not null)`

/** Counts as of one moment. */
export async function readCounts(
  database: Pick<Database, 'ask'>,
  now: number,
  soonMs: number,
): Promise<Counts> {
  const [[row = []] = []] = await database.ask(countsSql(now, now + soonMs))
  const [users, activeTokens, expiringTokens] = row.map(Number)
  return { users: users ?? 0, activeTokens: activeTokens ?? 0, expiringTokens: expiringTokens ?? 0 }
}
