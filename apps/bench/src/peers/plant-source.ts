/** What Fastify asks of the database, whichever engine has it: SQLite answers at once, PostgreSQL later. */
import type { Plant } from '@plant-store/contracts'

/** The lists of those who hold tokens. */
export interface PlantSource {
  /** The first plants of the holder, or all of them; undefined when nobody holds the token, or no longer. */
  firstPlants(token: string, limit: number | undefined): Found | Promise<Found>
  /** The same, a page at a time, each asked for when it is due. */
  pages(
    token: string,
    limit: number | undefined,
  ): Iterable<readonly Plant[]> | AsyncIterable<readonly Plant[]>
}

/** A list, if the token has one. */
export type Found = Plant[] | undefined

/** As many plants as one page of a long list has. */
export const pageSize = 1000
