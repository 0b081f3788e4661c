/** Answers requests from the database: who holds a token, and which plants that user may see. */
import type { Plant } from '@plant-store/contracts'
import type { Reader } from './engine.ts'
import { catalogueSql, type PlantRow } from './sql/catalogue-sql.ts'
import { maxPageSize, type Page, type Principal, type TokenRefusal } from './store.ts'

/** A token that is in the store and not revoked. It counts until `expiresAt`. */
export interface Credential {
  readonly principal: Principal
  readonly expiresAt: number
}

/** What is read from one snapshot is of one state. */
export interface State {
  /** Its number, as the engine counts. */
  readonly asOf: number
  /** Another text whenever the history of the database is another: numbers of revisions mean nothing across it. */
  readonly epoch: string
}

/** Looks a token up by its hash, in the state `asOf` of `epoch`. The caller compares `expiresAt` with the clock. */
export function readCredential(
  reader: Reader,
  hash: string,
  { asOf, epoch }: State,
): Credential | TokenRefusal {
  const row = reader.row(catalogueSql.credential, hash)
  if (row === undefined) return 'unknown'
  const [userId, user, tokenId, revision, expiresAt, revokedAt] = row
  if (revokedAt !== null) return 'revoked'
  return {
    principal: { userId, user, tokenId, revision: `${epoch}-${revision}`, asOf },
    expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
  }
}

/** The history that the database is of. Throws a `StoreError` where the database can't answer. */
export function readEpoch(reader: Reader): string {
  const [epoch = ''] = reader.row(catalogueSql.epoch) ?? []
  return epoch
}

/** One page of what a user may see, straight from the index. */
export function readPage(reader: Reader, userId: number, after: number, limit: number): Page {
  requirePageBounds(after, limit)
  const rows = reader.rows(catalogueSql.page, userId, after, limit)
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
