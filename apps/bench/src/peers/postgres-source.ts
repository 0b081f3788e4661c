/** The plant source over PostgreSQL, by the service's driver: a pool, and one prepared statement for token and page. */
import { hash } from 'node:crypto'
import type { Plant } from '@plant-store/contracts'
import { Pool } from 'pg'
import { type PlantSource, pageSize } from './plant-source.ts'

/** One round trip per request, fewer than a hook for the token and a query for the list would take. */
const text = `
  select page.plant_id, page.name, page.tag
  from token t
  left join lateral (
    select a.plant_id, a.name, a.tag
    from plant_access a
    where a.user_id = t.user_id and a.plant_id > $2
    order by a.plant_id
    limit $3) page on true
  where t.hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $4)`

type Row = [plantId: string | null, name: string, tag: string | null]

/** Connects at the first request; the pool has the driver's default size. */
export function openPostgresSource(database: string): PlantSource {
  const pool = new Pool({ connectionString: database })
  /** No row means that nobody holds the token; a row without a plant means an empty page. */
  const read = async (token: string, after: string, limit: number | undefined): Promise<Row[]> => {
    const values = [hash('sha256', token, 'base64url'), after, limit ?? null, Date.now()]
    return (await pool.query<Row>({ name: 'plants', text, values, rowMode: 'array' })).rows
  }
  return {
    firstPlants: async (token, limit) => {
      const rows = await read(token, '0', limit)
      return rows.length === 0 ? undefined : toPlants(rows)
    },
    async *pages(token, limit = Infinity) {
      for (let [left, after] = [limit, '0']; left > 0; left -= pageSize) {
        const rows = await read(token, after, Math.min(left, pageSize))
        yield toPlants(rows)
        const last = rows.at(-1)?.[0]
        if (last === undefined || last === null || rows.length < pageSize) return
        after = last
      }
    },
  }
}

function toPlants(rows: readonly Row[]): Plant[] {
  return rows.flatMap(([id, name, tag]) => (id === null ? [] : [tag === null ? { name } : { name, tag }]))
}
