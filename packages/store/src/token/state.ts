/** When a token is accepted. */
import type { SessionEnd } from '../store.ts'

/** What the database knows of a token and its user; times in milliseconds since 1970. */
interface TokenTimes {
  readonly revokedAt: number | null
  readonly expiresAt: number | null
  /** Since when its user has been disabled. */
  readonly disabledAt: number | null
}

/** Why the token is not accepted, if it isn't. A permanent reason comes before one that may be lifted. */
export function refusalOf(
  { revokedAt, expiresAt, disabledAt }: TokenTimes,
  now: number,
): 'revoked' | 'expired' | 'user disabled' | undefined {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return disabledAt === null ? undefined : 'user disabled'
}

/** The reason with which a session ends once its token is no longer accepted. */
export const endOf = {
  revoked: 'token revoked',
  expired: 'token expired',
  'user disabled': 'user disabled',
} as const satisfies Record<NonNullable<ReturnType<typeof refusalOf>>, SessionEnd>
