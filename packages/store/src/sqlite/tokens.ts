/** Tokens: made, listed, replaced and revoked. */
import type { Connection } from './connection.ts'
import { batchSize, inBatches } from './keyset.ts'
import { type TokenRow, tokenSql } from './token-sql.ts'
import { StoreError } from '../store-error.ts'
import type { Administration, NewToken, TokenInfo } from '../store.ts'
import { requireUser } from './subjects.ts'
import { requireName } from '../text-rules.ts'
import { createSecret, hashToken, visiblePrefix } from '../token-format.ts'

type Tokens = Pick<Administration, 'createToken' | 'tokens' | 'rotateToken' | 'revokeToken'>

/** The part of the operator's work that is about tokens. */
export function createTokens(connection: Connection, now: () => number): Tokens {
  return {
    createToken: (user, name, expiresAt) =>
      Promise.try(() => createToken(connection, user, name, expiresAt, now())),
    tokens: (user) => listTokens(connection, user, now),
    rotateToken: (id, overlapMs) => Promise.try(() => rotateToken(connection, id, overlapMs, now())),
    revokeToken: (id) => Promise.try(() => revokeToken(connection, id, now())),
  }
}

function createToken(
  connection: Connection,
  user: string,
  name: string,
  expiresAt: Date | undefined,
  now: number,
): NewToken {
  requireName('token', name)
  const lifetimeMs = expiresAt === undefined ? null : expiresAt.getTime() - now
  // Not `<= 0`: an invalid date is not a number.
  if (lifetimeMs !== null && !(lifetimeMs > 0)) {
    throw new StoreError('invalid', 'The expiry of a token must be a date in the future.')
  }
  return connection.transaction(() =>
    addToken(connection, requireUser(connection, user), name, lifetimeMs, now),
  )
}

/** Inside a transaction. */
function addToken(
  connection: Connection,
  userId: number,
  name: string,
  lifetimeMs: number | null,
  now: number,
): NewToken {
  const secret = createSecret()
  const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
  const row = connection.row(
    tokenSql.add,
    userId,
    name,
    hashToken(secret),
    visiblePrefix(secret),
    now,
    lifetimeMs,
    expiresAt,
  )
  return { secret, token: requireToken(connection, row?.[0] ?? 0, now) }
}

function rotateToken(connection: Connection, id: number, overlapMs: number, now: number): NewToken {
  if (!Number.isSafeInteger(overlapMs) || overlapMs < 0) {
    throw new StoreError('invalid', 'The overlap must be a whole number of milliseconds, 0 or more.')
  }
  return connection.transaction(() => {
    const old = requireToken(connection, id, now)
    if (old.state !== 'active') {
      throw new StoreError('invalid', `Token ${id} is ${old.state}; make a new one instead.`)
    }
    const [userId, lifetimeMs] = connection.row(tokenSql.lifetime, id) ?? [0, null]
    connection.run(tokenSql.expire, id, now + overlapMs)
    return addToken(connection, userId, old.name, lifetimeMs, now)
  })
}

function revokeToken(connection: Connection, id: number, now: number): TokenInfo {
  return connection.transaction(() => {
    connection.run(tokenSql.revoke, id, now)
    return requireToken(connection, id, now)
  })
}

function requireToken(connection: Connection, id: number, now: number): TokenInfo {
  const row = connection.row(tokenSql.one, id)
  if (row !== undefined) return toToken(row, now)
  throw new StoreError('not-found', `There is no token with the id ${id}.`)
}

async function* listTokens(
  connection: Connection,
  user: string | undefined,
  now: () => number,
): AsyncGenerator<TokenInfo> {
  const ofUser = user === undefined ? [] : [requireUser(connection, user)]
  const sql = user === undefined ? tokenSql.page : tokenSql.pageOfUser
  yield* inBatches<TokenInfo>((last) =>
    connection.rows(sql, last?.id ?? 0, batchSize, ...ofUser).map((row) => toToken(row, now())),
  )
}

function toToken(
  [id, user, name, prefix, createdAt, expiresAt, revokedAt]: TokenRow,
  now: number,
): TokenInfo {
  return {
    id,
    user,
    name,
    prefix,
    createdAt: new Date(createdAt),
    expiresAt: toDate(expiresAt),
    revokedAt: toDate(revokedAt),
    state: tokenState(expiresAt, revokedAt, now),
  }
}

function toDate(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time)
}

function tokenState(expiresAt: number | null, revokedAt: number | null, now: number): TokenInfo['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
