/** Summarises a database in numbers, for a person who is about to replace it. */
import { query, type Reading } from '../admin/sql.ts'
import type { DatabaseSummary } from './backup-options.ts'

const counts = query<[plants: number, users: number, activeTokens: number]>(`
  select
    (select count(*) from plant),
    (select count(*) from users),
    (select count(*)
     from token t join users u on u.user_id = t.user_id
     where t.revoked_at is null and (t.expires_at is null or t.expires_at > $1) and u.disabled_at is null)`)

/** What the database holds now. */
export async function countContent(reading: Reading): Promise<Omit<DatabaseSummary, 'version'>> {
  const [plants, users, activeTokens] = (await reading.row(counts, Date.now())) ?? [0, 0, 0]
  return { plants, users, activeTokens }
}
