/** What is known about the service, by which the oracle says what is due. */
import type { Credential } from '@plant-store/raw-http'
import type { AskedFor, LastModified } from './analysis.ts'

/** The tokens that are known. */
export interface KnownTokens {
  readonly accepted: readonly string[]
  /** Expired or revoked. */
  readonly refused: readonly string[]
}

/** For a list whose last change is unknown. */
export const anyTime: LastModified = { earliest: -Infinity, latest: Infinity }

/** What is known about the service. */
export interface Known {
  readonly tokens: KnownTokens
  readonly only: 'given' | 'all'
  /** The service's host and port, where known. */
  readonly host?: string
  /** When a list was last changed, where responses say so. */
  readonly modifiedOf?: (list: AskedFor) => LastModified | undefined
}

/** The tokens of these credentials, in order: empty where one has none. */
export const tokensOf = (credentials: readonly Credential[]): readonly string[] =>
  credentials.map(({ token = '' }) => token)
