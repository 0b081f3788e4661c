/** What the peers ask of the database: who holds a token, and which plants that user may see. */
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Plant } from '@plant-store/contracts'

/** Prepared once, for as long as the process lives. */
export interface Catalogue {
  /** The user who holds the token; undefined when it is unknown, revoked or expired. */
  holder(token: string): number | undefined
  /** The user's first plants, or all of them, in the order in which they were added. */
  plants(userId: number, limit: number | undefined): Plant[]
}

const everything = -1

/** Opens the file for reading only. */
export function openCatalogue(file: string): Catalogue {
  const database = new DatabaseSync(file, { readOnly: true, returnArrays: true })
  const holder = database.prepare('select user_id, expires_at, revoked_at from token where hash = ?')
  const plants = database.prepare(
    'select name, tag from plant_access where user_id = ? order by plant_id limit ?',
  )
  // oxlint-disable typescript/no-unsafe-type-assertion -- the tables are STRICT: a row is what its query says
  return {
    holder: (token) => {
      const row = holder.get(hash('sha256', token, 'base64url')) as unknown as HolderRow | undefined
      if (row === undefined) return undefined
      const [userId, expiresAt, revokedAt] = row
      return revokedAt === null && (expiresAt === null || Date.now() < expiresAt) ? userId : undefined
    },
    plants: (userId, limit) => {
      const rows = plants.all(userId, limit ?? everything) as unknown as PlantRow[]
      return rows.map(([name, tag]) => (tag === null ? { name } : { name, tag }))
    },
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
}

type HolderRow = [userId: number, expiresAt: number | null, revokedAt: number | null]
type PlantRow = [name: string, tag: string | null]
