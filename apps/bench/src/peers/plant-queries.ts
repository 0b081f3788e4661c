/** The peers' queries of the database: who holds a token, and which plants that user may see. */
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Plant } from '@plant-store/contracts'

/** Prepared once, for as long as the process lives. */
interface PlantQueries {
  /** The user who holds the token; undefined when it is unknown, revoked or expired. */
  findUser(token: string): number | undefined
  /** The user's first plants in the order in which they were added, or all of them. */
  listPlants(userId: number, limit: number | undefined): Plant[]
  /** The same, a page at a time. */
  pages(userId: number, limit: number | undefined): Iterable<readonly Plant[]>
}

const pageSize = 1000

/** Opens the file for reading only. */
export function openPlantQueries(file: string): PlantQueries {
  const database = new DatabaseSync(file, { readOnly: true, returnArrays: true })
  const user = database.prepare('select user_id, expires_at, revoked_at from token where hash = ?')
  const plants = database.prepare(
    'select plant_id, name, tag from plant_access where user_id = ? and plant_id > ? order by plant_id limit ?',
  )
  // oxlint-disable typescript/no-unsafe-type-assertion -- the tables are STRICT: a row is what its query says
  const findUser = (token: string): number | undefined => {
    const row = user.get(hash('sha256', token, 'base64url')) as unknown as UserRow | undefined
    if (row === undefined) return undefined
    const [userId, expiresAt, revokedAt] = row
    return revokedAt === null && (expiresAt === null || Date.now() < expiresAt) ? userId : undefined
  }
  const read = (userId: number, after: number, limit: number): PlantRow[] =>
    plants.all(userId, after, limit) as unknown as PlantRow[]
  // oxlint-enable typescript/no-unsafe-type-assertion
  return {
    findUser,
    listPlants: (userId, limit = -1) => read(userId, 0, limit).map((row) => toPlant(row)),
    *pages(userId, limit = Infinity) {
      for (let [left, after] = [limit, 0]; left > 0; left -= pageSize) {
        const rows = read(userId, after, Math.min(left, pageSize))
        yield rows.map((row) => toPlant(row))
        const last = rows.at(-1)
        if (last === undefined || rows.length < pageSize) return
        ;[after] = last
      }
    },
  }
}

function toPlant([, name, tag]: PlantRow): Plant {
  return tag === null ? { name } : { name, tag }
}

type UserRow = [userId: number, expiresAt: number | null, revokedAt: number | null]
type PlantRow = [plantId: number, name: string, tag: string | null]
