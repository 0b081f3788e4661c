/** The properties of a new token, and which tokens may be replaced. */
import { StoreError } from './store-error.ts'
import type { TokenInfo } from './store.ts'

export interface TokenPlan {
  readonly userId: number
  readonly name: string
  /** Null: it never expires. */
  readonly lifetimeMs: number | null
  /** Whether the token is not yet to be accepted. */
  readonly isHeld: boolean
}

/** The lifetime in milliseconds; null if there is no expiry. Throws `invalid` unless the expiry is in the future. */
export function requireLifetime(expiresAt: Date | undefined, now: number): number | null {
  if (expiresAt === undefined) return null
  const lifetimeMs = expiresAt.getTime() - now
  // Not `<= 0`: an invalid date is not a number.
  if (lifetimeMs > 0) return lifetimeMs
  throw new StoreError('invalid', 'The expiry of a token must be a date in the future.')
}

/** Throws `invalid` unless it is a whole number of milliseconds. */
export function requireOverlap(overlapMs: number): void {
  if (Number.isSafeInteger(overlapMs) && overlapMs >= 0) return
  throw new StoreError('invalid', 'The overlap must be a whole number of milliseconds, 0 or more.')
}

/** Throws `invalid` for a token that can't be replaced. */
export function requireReplaceable({ id, state, user }: TokenInfo): void {
  if (state === 'user disabled') {
    throw new StoreError(
      'invalid',
      `User ${JSON.stringify(user)} of token ${id} is disabled; enable the user first.`,
    )
  }
  if (state !== 'active') {
    throw new StoreError('invalid', `Token ${id} is ${state}; make a new one instead.`)
  }
}
