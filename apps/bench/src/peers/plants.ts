/** The peers' queries of the database: who holds a token, and which plants that user may see. */
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Plant } from '@plant-store/contracts'

/** Prepared once, for as long as the process lives. */
export interface PlantQueries {
  /** The user who holds the token; undefined when it is unknown, revoked or expired. */
  findUser(token: string): number | undefined
  /** The user's plants in the order in which they were added, a page at a time. */
  pages(userId: number, limit: number | undefined): Iterable<readonly Plant[]>
}

export const pageSize = 1000

/** Opens the file for reading only. */
export function openPlants(file: string): PlantQueries {
  const database = new DatabaseSync(file, { readOnly: true, returnArrays: true })
  const user = database.prepare('select user_id, expires_at, revoked_at from token where hash = ?')
  const plants = database.prepare(
    'select plant_id, name, tag from plant_access where user_id = ? and plant_id > ? order by plant_id limit ?',
  )
  // oxlint-disable typescript/no-unsafe-type-assertion -- the tables are STRICT: a row is what its query says
  return {
    findUser: (token) => {
      const row = user.get(hash('sha256', token, 'base64url')) as unknown as UserRow | undefined
      if (row === undefined) return undefined
      const [userId, expiresAt, revokedAt] = row
      return revokedAt === null && (expiresAt === null || Date.now() < expiresAt) ? userId : undefined
    },
    *pages(userId, limit = Infinity) {
      for (let [left, after] = [limit, 0]; left > 0; left -= pageSize) {
        const rows = plants.all(userId, after, Math.min(left, pageSize)) as unknown as PlantRow[]
        yield rows.map(([, name, tag]) => (tag === null ? { name } : { name, tag }))
        const last = rows.at(-1)
        if (last === undefined || rows.length < pageSize) return
        ;[after] = last
      }
    },
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
}

type UserRow = [userId: number, expiresAt: number | null, revokedAt: number | null]
type PlantRow = [plantId: number, name: string, tag: string | null]
