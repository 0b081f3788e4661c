/** Tokens: creating, listing, replacing, revoking and purging them. */
import type { Change } from './change.ts'
import type { Connection, Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { noSuchToken } from '../refusals.ts'
import { toToken } from '../rows/token-row.ts'
import { tokenSql } from './token-sql.ts'
import type { Administration, NewToken, TokenFilter, TokenInfo } from '../store.ts'
import { requireTime } from '../require-time.ts'
import { requireUser } from './subjects.ts'
import { requireLifetime, requireOverlap, requireReplaceable, type TokenPlan } from '../token-plan.ts'
import { requireName } from '../text-rules.ts'
import { createSecret, hashToken, visiblePrefix } from '../token-format.ts'

type Tokens = Pick<Administration, 'createToken' | 'tokens' | 'rotateToken' | 'revokeToken' | 'purgeTokens'>

/** The operator's methods for tokens. */
export function createTokens(connection: Reading, change: Change, now: () => number): Tokens {
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
    tokens: (filter) => listTokens(connection, now, filter),
  }
}

/** Creates the token and activates it: at once, or in a separate change after it was delivered. */
async function createToken(
  change: Change,
  now: () => number,
  given: Parameters<Tokens['createToken']>,
): Promise<NewToken> {
  const [user, name, expiresAt, deliver] = given
  const made = await change('createToken', given, (tx) => {
    // The clock is read once: a token expires at the requested moment, not a millisecond later.
    const at = now()
    const plan = {
      userId: requireUser(tx, user),
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
  const expireOld = (tx: Connection): unknown => tx.run(tokenSql.expire, id, now() + overlapMs)
  const made = await change('rotateToken', given, (tx) => {
    const at = now()
    requireOverlap(overlapMs)
    const token = addToken(tx, { ...requireSuccession(tx, id, at), isHeld: deliver !== undefined }, at)
    if (deliver === undefined) expireOld(tx)
    return token
  })
  if (deliver === undefined) return made
  await deliver(made)
  await change('deliverSuccessor', [id], (tx) => {
    const token = release(tx, made, now())
    expireOld(tx)
    return token
  })
  return made
}

/** Inside a transaction. */
function addToken(tx: Connection, { userId, name, lifetimeMs, isHeld }: TokenPlan, now: number): NewToken {
  const secret = createSecret()
  const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
  const row = tx.row(
    tokenSql.add,
    userId,
    name,
    hashToken(secret),
    visiblePrefix(secret),
    now,
    lifetimeMs,
    expiresAt,
  )
  const token = requireToken(tx, row?.[0] ?? 0, now)
  if (isHeld) tx.run(tokenSql.hold, token.id)
  return { secret, token }
}

/** Activates a token that was held. Its user may have been removed meanwhile. */
function release(tx: Connection, { token: { id } }: NewToken, now: number): TokenInfo {
  tx.run(tokenSql.release, id)
  return requireToken(tx, id, now)
}

/** Inside a transaction: the properties of a token's successor. */
function requireSuccession(tx: Connection, id: number, now: number): Omit<TokenPlan, 'isHeld'> {
  const token = requireToken(tx, id, now)
  requireReplaceable(token)
  const [userId, lifetimeMs] = tx.row(tokenSql.lifetime, id) ?? [0, null]
  return { userId, name: token.name, lifetimeMs }
}

function revokeToken(tx: Connection, id: number, now: number): { token: TokenInfo; changed: boolean } {
  const changed = tx.run(tokenSql.revoke, id, now) === 1
  return { token: requireToken(tx, id, now), changed }
}

function requireToken(connection: Reading, id: number, now: number): TokenInfo {
  const row = connection.row(tokenSql.one, id)
  if (row !== undefined) return toToken(row, now)
  throw noSuchToken(id)
}

async function* listTokens(
  connection: Reading,
  now: () => number,
  { user, expiresBy, after = 0, limit }: TokenFilter = {},
): AsyncGenerator<TokenInfo> {
  const ofUser = user === undefined ? [] : [requireUser(connection, user)]
  const sql = user === undefined ? tokenSql.page : tokenSql.pageOfUser
  const by = expiresBy === undefined ? null : requireTime(expiresBy)
  yield* readBatches<TokenInfo>((last, size) => {
    const at = now()
    return connection.rows(sql, last?.id ?? after, size, at, by, ...ofUser).map((row) => toToken(row, at))
  }, limit)
}
