/** Reads a token, and the list of its user, from the database. Each statement searches an index; a test reads the plans. */
import type { Page, Principal, SessionEnd } from '../store.ts'
import { type ListedRow, memberColumns } from '../plant-members.ts'
import { type Connection, query, type Reading } from './connection.ts'
import { maxPageLength, toPage } from '../reading/pages.ts'
import type { PageRequest } from '../reading/sessions.ts'
import { endOf, refusalOf } from '../token/state.ts'

/** A token with its user and the state of that user's list. */
type CredentialRow = [
  tokenId: number,
  expiresAt: number | null,
  revokedAt: number | null,
  userId: number,
  user: string,
  disabledAt: number | null,
  generation: string,
  revision: number,
]

export const readerSql = {
  /** ?1: the token's hash. */
  credential: query<CredentialRow>(`
    select t.token_id, t.expires_at, t.revoked_at, u.user_id, u.name, u.disabled_at, g.value, u.revision
    from token t
    join users u on u.user_id = t.user_id
    join generation g on g.one = 1
    where t.hash = ?1`),
  /** ?1: the user; ?2: after this plant; ?3: at most this many. */
  page: query<[...ListedRow]>(`
    select plant_id, ${memberColumns()}
    from plant_access
    where user_id = ?1 and plant_id > ?2
    order by plant_id
    limit ?3`),
  /** Changes with every commit of another connection. */
  version: query<[version: number]>('pragma data_version'),
  generation: query<[generation: string]>('select value from generation where one = 1'),
} as const

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
