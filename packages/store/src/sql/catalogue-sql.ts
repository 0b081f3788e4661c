/** The SQL of every request. Each statement is a search of an index; a test reads the query plans. */
import { query } from '../engine.ts'

/** A plant of a user's list. */
export type PlantRow = [id: number, name: string, tag: string | null]

export const catalogueSql = {
  /** $1: the token's hash. */
  credential: query<
    [
      userId: number,
      user: string,
      tokenId: number,
      revision: number,
      expiresAt: number | null,
      revokedAt: number | null,
    ]
  >(`
    select u.user_id, u.name, t.token_id, u.revision, t.expires_at, t.revoked_at
    from token t
    join users u on u.user_id = t.user_id
    where t.hash = $1`),
  /** $1: the user; $2: after this plant; $3: at most so many. */
  page: query<PlantRow>(`
    select plant_id, name, tag
    from visible
    where user_id = $1 and plant_id > $2
    order by plant_id
    limit $3`),
  epoch: query<[epoch: string]>('select value from epoch where one = 1'),
} as const
