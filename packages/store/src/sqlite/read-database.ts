/** Reads a token, and the list of its user, from the database. */
import type { Page, Principal, SessionEnd } from '../store.ts'
import type { Connection, Reading } from './connection.ts'
import { readerSql } from './reader-sql.ts'
import { maxPageLength, toPage } from '../reading/pages.ts'
import { endOf, refusalOf } from '../token/state.ts'

/** A token that exists in the database, whether or not it is accepted. */
export interface Credential {
  readonly principal: Principal
  /** Identifies the state of the user's list. */
  readonly revision: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** Since when its user has been disabled. */
  readonly disabledAt: number | null
}

/** Looks a token up by its hash. */
export function readCredential(connection: Reading, hash: string): Credential | undefined {
  const row = connection.row(readerSql.credential, hash)
  if (row === undefined) return undefined
  const [tokenId, expiresAt, revokedAt, userId, user, disabledAt, generation, revision] = row
  return {
    principal: { userId, user, tokenId },
    // The revisions of each user count from 1, and so does each history of the database.
    revision: `${generation}-${userId}-${revision}`,
    expiresAt,
    revokedAt,
    disabledAt,
  }
}

/** Identifies a page of a list. */
export interface PageRequest {
  /** The hash of the token. */
  readonly hash: string
  /** The id of the plant that the page begins after, or 0. */
  readonly after: number
  readonly limit: number
  /** The state that the list must have, if any. */
  readonly revision?: string
}

/** Reads token, user and plants as of one moment: the page, or why the token gives no access. */
export function readPage(connection: Connection, request: PageRequest, now: number): Page | SessionEnd {
  return connection.snapshot<Page | SessionEnd>(() => {
    const credential = readCredential(connection, request.hash)
    if (credential === undefined) return 'user removed'
    const refusal = refusalOf(credential, now)
    if (refusal !== undefined) return endOf[refusal]
    if (credential.revision !== (request.revision ?? credential.revision)) return 'list changed'
    return readList(connection, credential, request)
  })
}

/** Reads plants in the transaction in which the credential was read. */
export function readList(
  connection: Reading,
  { principal, revision }: Credential,
  { after, limit }: Pick<PageRequest, 'after' | 'limit'>,
): Page {
  const rows = connection.rows(readerSql.page, principal.userId, after, limit)
  return { ...toPage(rows, maxPageLength), revision }
}
