/** The SQL of every request. Each statement searches an index; a test reads the query plans. */
import { type ListedRow, memberColumns } from '../plant-members.ts'
import { query } from './connection.ts'

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
