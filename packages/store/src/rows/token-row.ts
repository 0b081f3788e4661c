/** A token as the tables have it. */
import type { TokenInfo } from '../store.ts'
import { refusalOf } from '../token-state.ts'
import { toDate } from './to-date.ts'

/** A token as it may be shown, without its secret. */
export type TokenRow = [
  id: number,
  user: string,
  name: string,
  prefix: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  disabledAt: number | null,
  lastUsedAt: number | null,
  useRecordedSince: number | null,
]

/** Converts a row to the token, with its state at a given time. */
export function toToken(row: TokenRow, now: number): TokenInfo {
  const [id, user, name, prefix, createdAt, expiresAt, revokedAt, disabledAt, lastUsedAt, recordedSince] = row
  return {
    id,
    user,
    name,
    prefix,
    createdAt: new Date(createdAt),
    expiresAt: toDate(expiresAt),
    revokedAt: toDate(revokedAt),
    lastUsedAt: toDate(lastUsedAt),
    useRecordedSince: toDate(recordedSince === null ? null : Math.max(recordedSince, createdAt)),
    state: refusalOf({ revokedAt, expiresAt, disabledAt }, now) ?? 'active',
  }
}
