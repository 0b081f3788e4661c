/** Tokens: creating, listing, replacing, revoking and purging them. */
import { readBatches } from './read-batches.ts'
import { noSuchToken, requireTime } from './refusals.ts'
import { toToken } from './rows.ts'
import type { Administration, NewToken, TokenFilter, TokenInfo } from '../store.ts'
import { requireName } from '../text-rules.ts'
import { createSecret, hashToken, visiblePrefix } from '../token/format.ts'
import type { Change } from './change.ts'
import type { Reading, Transaction } from './sql.ts'
import { requireNamed } from './subjects.ts'
import { tokenSql } from './token-sql.ts'
import { StoreError } from '../store-error.ts'

type Tokens = Pick<Administration, 'createToken' | 'tokens' | 'rotateToken' | 'revokeToken' | 'purgeTokens'>

/** The operator's methods for tokens. */
export function createTokens(reading: Reading, change: Change, now: () => number): Tokens {
  const revoke = async (id: number): Promise<TokenInfo> => {
    const { token } = await change('revokeToken', [id], (tx) => revokeToken(tx, id, now()))
    return token
  }
  return {
    createToken: (...given) => createToken(change, now, given),
    rotateToken: (...given) => rotateToken(change, now, given),
    revokeToken: revoke,
    purgeTokens: (deadSince) =>
      change('purgeTokens', [deadSince], (tx) => tx.run(tokenSql.purge, requireTime(deadSince))),
    tokens: (filter) => listTokens(reading, now, filter),
  }
}

/** Creates the token and activates it: at once, or in a separate change after it was delivered. */
async function createToken(
  change: Change,
  now: () => number,
  given: Parameters<Tokens['createToken']>,
): Promise<NewToken> {
  const [user, name, expiresAt, deliver] = given
  const made = await change('createToken', given, async (tx) => {
    // The clock is read once: a token expires at the requested moment, not a millisecond later.
    const at = now()
    const plan = {
      userId: await requireNamed(tx, 'user', user),
      name: requireName('token', name),
      lifetimeMs: requireLifetime(expiresAt, at),
      isHeld: deliver !== undefined,
    }
    return addToken(tx, plan, at)
  })
  if (deliver === undefined) return made
  await deliver(made)
  await change('deliverToken', [], (tx) => release(tx, made, now()))
  return made
}

/** As `createToken`; the old token ends when the new one is activated. */
async function rotateToken(
  change: Change,
  now: () => number,
  given: Parameters<Tokens['rotateToken']>,
): Promise<NewToken> {
  const [id, overlapMs, deliver] = given
  const expireOld = (tx: Transaction): Promise<number> => tx.run(tokenSql.expire, id, now() + overlapMs)
  const made = await change('rotateToken', given, async (tx) => {
    const at = now()
    requireOverlap(overlapMs)
    const succession = await requireSuccession(tx, id, at)
    const token = await addToken(tx, { ...succession, isHeld: deliver !== undefined }, at)
    if (deliver === undefined) await expireOld(tx)
    return token
  })
  if (deliver === undefined) return made
  await deliver(made)
  await change('deliverSuccessor', [id], async (tx) => {
    const token = await release(tx, made, now())
    await expireOld(tx)
    return token
  })
  return made
}

/** Inside a transaction. */
async function addToken(
  tx: Transaction,
  { userId, name, lifetimeMs, isHeld }: TokenPlan,
  now: number,
): Promise<NewToken> {
  const secret = createSecret()
  const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
  const id = (await tx.dialect.takeIds(tx, 'token', 1)) + 1
  await tx.run(
    tokenSql.add,
    id,
    userId,
    name,
    hashToken(secret),
    visiblePrefix(secret),
    now,
    lifetimeMs,
    expiresAt,
  )
  const token = await requireToken(tx, id, now)
  if (isHeld) await tx.run(tokenSql.hold, token.id)
  return { secret, token }
}

/** Activates a token that was held. Its user may have been removed meanwhile. */
async function release(tx: Transaction, { token: { id } }: NewToken, now: number): Promise<TokenInfo> {
  await tx.run(tokenSql.release, id)
  return requireToken(tx, id, now)
}

/** Inside a transaction: the properties of a token's successor. */
async function requireSuccession(
  tx: Transaction,
  id: number,
  now: number,
): Promise<Omit<TokenPlan, 'isHeld'>> {
  const token = await requireToken(tx, id, now)
  requireReplaceable(token)
  const [userId, lifetimeMs] = (await tx.row(tokenSql.lifetime, id)) ?? [0, null]
  return { userId, name: token.name, lifetimeMs }
}

async function revokeToken(
  tx: Transaction,
  id: number,
  now: number,
): Promise<{ token: TokenInfo; changed: boolean }> {
  const changed = (await tx.run(tokenSql.revoke, id, now)) === 1
  return { token: await requireToken(tx, id, now), changed }
}

async function requireToken(reading: Reading, id: number, now: number): Promise<TokenInfo> {
  const row = await reading.row(tokenSql.one, id)
  if (row === undefined) throw noSuchToken(id)
  return toToken(row, now)
}

async function* listTokens(
  reading: Reading,
  now: () => number,
  { user, expiresBy, after = 0, limit }: TokenFilter = {},
): AsyncGenerator<TokenInfo> {
  const ofUser = user === undefined ? [] : [await requireNamed(reading, 'user', user)]
  const sql = user === undefined ? tokenSql.page : tokenSql.pageOfUser
  const by = expiresBy === undefined ? null : requireTime(expiresBy)
  yield* readBatches<TokenInfo>(async (last, size) => {
    const at = now()
    const rows = await reading.rows(sql, last?.id ?? after, size, at, by, ...ofUser)
    return rows.map((row) => toToken(row, at))
  }, limit)
}

interface TokenPlan {
  readonly userId: number
  readonly name: string
  /** Null: it never expires. */
  readonly lifetimeMs: number | null
  /** Whether the token is not yet to be accepted. */
  readonly isHeld: boolean
}

/** The lifetime in milliseconds; null if there is no expiry. Throws `invalid` unless the expiry is in the future. */
function requireLifetime(expiresAt: Date | undefined, now: number): number | null {
  if (expiresAt === undefined) return null
  const lifetimeMs = expiresAt.getTime() - now
  // Not `<= 0`: an invalid date is not a number.
  if (lifetimeMs > 0) return lifetimeMs
  throw new StoreError('invalid', 'The expiry of a token must be a date in the future.')
}

/** Throws `invalid` unless it is a whole number of milliseconds. */
function requireOverlap(overlapMs: number): void {
  if (Number.isSafeInteger(overlapMs) && overlapMs >= 0) return
  throw new StoreError('invalid', 'The overlap must be a whole number of milliseconds, 0 or more.')
}

/** Throws `invalid` for a token that can't be replaced. */
function requireReplaceable({ id, state, user }: TokenInfo): void {
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
