/** Fastify's queries of the database, for either engine: SQLite answers at once, PostgreSQL later. */
import type { Plant } from '@plant-store/contracts'

/** The lists of token holders. */
export interface PlantSource {
  /** The holder's first plants, or all of them; undefined when nobody holds the token, or nobody holds it any more. */
  firstPlants(token: string, limit: number | undefined): Found | Promise<Found>
  /** The same, a page at a time; each page is read when it is needed. */
  pages(
    token: string,
    limit: number | undefined,
  ): Iterable<readonly Plant[]> | AsyncIterable<readonly Plant[]>
}

/** A list, if the token has one. */
export type Found = Plant[] | undefined

/** The number of plants on one page of a long list. */
export const pageSize = 1000
