/** Tokens: made, listed, replaced and revoked. */
import type { Connection } from './connection.ts'
import { batchSize, readBatches } from './keyset.ts'
import { type TokenRow, tokenSql } from './token-sql.ts'
import { StoreError } from '../store-error.ts'
import type { Administration, Deliver, NewToken, TokenInfo } from '../store.ts'
import { requireUser } from './subjects.ts'
import { requireName } from '../text-rules.ts'
import { createSecret, hashToken, visiblePrefix } from '../token-format.ts'

type Tokens = Pick<Administration, 'createToken' | 'tokens' | 'rotateToken' | 'revokeToken'>

/** The part of the operator's work that is about tokens. */
export function createTokens(connection: Connection, now: () => number): Tokens {
  return {
    createToken: (user, name, expiresAt, deliver) =>
      issue(connection, now, deliver, (at) => {
        const lifetimeMs = requireLifetime(expiresAt, at)
        return { userId: requireUser(connection, user), name: requireName('token', name), lifetimeMs }
      }),
    tokens: (user) => listTokens(connection, user, now),
    rotateToken: (id, overlapMs, deliver) =>
      issue(
        connection,
        now,
        deliver,
        (at) => {
          requireOverlap(overlapMs)
          return requireSuccession(connection, id, at)
        },
        () => connection.run(tokenSql.expire, id, now() + overlapMs),
      ),
    revokeToken: (id) => Promise.try(() => revokeToken(connection, id, now())),
  }
}

/** What a token is to be. */
interface TokenPlan {
  readonly userId: number
  readonly name: string
  /** Null: without end. */
  readonly lifetimeMs: number | null
}

/** Makes the token that `plan` says at that moment, and delivers it. `complete` is done in the transaction that lets it count. */
async function issue(
  connection: Connection,
  now: () => number,
  deliver: Deliver | undefined,
  plan: (at: number) => TokenPlan,
  complete: () => void = () => {},
): Promise<NewToken> {
  const made = connection.transaction(() => {
    // One reading of the clock: a token expires at the moment that was asked for, not a millisecond later.
    const at = now()
    const token = addToken(connection, plan(at), at)
    if (deliver === undefined) complete()
    else connection.run(tokenSql.hold, token.token.id)
    return token
  })
  if (deliver === undefined) return made
  await deliver(made)
  connection.transaction(() => {
    connection.run(tokenSql.release, made.token.id)
    // Its user may have been removed meanwhile.
    requireToken(connection, made.token.id, now())
    complete()
  })
  return made
}

function requireLifetime(expiresAt: Date | undefined, now: number): number | null {
  if (expiresAt === undefined) return null
  const lifetimeMs = expiresAt.getTime() - now
  // Not `<= 0`: an invalid date is not a number.
  if (lifetimeMs > 0) return lifetimeMs
  throw new StoreError('invalid', 'The expiry of a token must be a date in the future.')
}

function requireOverlap(overlapMs: number): void {
  if (Number.isSafeInteger(overlapMs) && overlapMs >= 0) return
  throw new StoreError('invalid', 'The overlap must be a whole number of milliseconds, 0 or more.')
}

/** Inside a transaction. */
function addToken(connection: Connection, { userId, name, lifetimeMs }: TokenPlan, now: number): NewToken {
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

/** Inside a transaction: what the successor of a token is to be. */
function requireSuccession(connection: Connection, id: number, now: number): TokenPlan {
  const { state, name } = requireToken(connection, id, now)
  if (state !== 'active') {
    throw new StoreError('invalid', `Token ${id} is ${state}; make a new one instead.`)
  }
  const [userId, lifetimeMs] = connection.row(tokenSql.lifetime, id) ?? [0, null]
  return { userId, name, lifetimeMs }
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
  yield* readBatches<TokenInfo>((last) =>
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
