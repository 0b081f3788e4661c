/** Answers requests from the database: who holds a token, and which plants that user may see. */
import type { Plant } from '@plant-store/contracts'
import type { Engine } from './engine.ts'
import { catalogueSql, type PlantRow } from './sql/catalogue-sql.ts'
import { maxPageSize, type Page, type Principal, type TokenRefusal } from './store.ts'

/** A token that is in the store and not revoked. It counts until `expiresAt`. */
export interface Credential {
  readonly principal: Principal
  readonly expiresAt: number
}

/** Looks a token up by its hash, in the state `asOf`. The caller compares `expiresAt` with the clock. */
export function readCredential(engine: Engine, hash: string, asOf: number): Credential | TokenRefusal {
  const row = engine.row(catalogueSql.credential, hash)
  if (row === undefined) return 'unknown'
  const [userId, user, tokenId, revision, epoch, expiresAt, revokedAt] = row
  if (revokedAt !== null) return 'revoked'
  return {
    principal: { userId, user, tokenId, revision: `${epoch}-${revision}`, asOf },
    expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
  }
}

/** One page of what a user may see, straight from the index. */
export function readPage(engine: Engine, userId: number, after: number, limit: number): Page {
  requirePageBounds(after, limit)
  const rows = engine.rows(catalogueSql.page, userId, after, limit)
  return { plants: rows.map((row) => toPlant(row)), last: rows.at(-1)?.[0] }
}

function toPlant([, name, tag]: PlantRow): Plant {
  return tag === null ? { name } : { name, tag }
}

/** The caller's duty, checked: a page out of bounds would hold everyone else up. */
function requirePageBounds(after: number, limit: number): void {
  if (!Number.isSafeInteger(after))
    throw new RangeError(`after must be the id of a plant, or 0, not ${after}`)
  if (Number.isInteger(limit) && limit >= 0 && limit <= maxPageSize) return
  throw new RangeError(`limit must be a whole number from 0 to ${maxPageSize}, not ${limit}`)
}
