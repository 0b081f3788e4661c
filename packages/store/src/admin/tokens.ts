/** Tokens: creating, listing, replacing, revoking and purging them. */
import { listById } from './read-batches.ts'
import { noSuchToken, requireTime } from './refusals.ts'
import { toToken } from './rows.ts'
import type { Administration, Deliver, NewToken, TokenFilter, TokenInfo } from '../store.ts'
import { requireName } from '../text-rules.ts'
import { createSecret, hashToken, visiblePrefix } from '../token/format.ts'
import { type Change, count, quote } from './change.ts'
import type { Reading, Transaction } from './sql.ts'
import { requireNamed } from './subjects.ts'
import { tokenSql } from './token-sql.ts'
import { StoreError } from '../store-error.ts'

type Tokens = Pick<Administration, 'createToken' | 'tokens' | 'rotateToken' | 'revokeToken' | 'purgeTokens'>

/** The operator's methods for tokens. */
export function createTokens(reading: Reading, change: Change, now: () => number): Tokens {
  return {
    createToken: (...given) => createToken(change, now, given),
    rotateToken: (...given) => rotateToken(change, now, given),
    revokeToken: async (id) => {
      const { token } = await change('tokens revoke', async (tx) => {
        const changed = await tx.run(tokenSql.revoke, id, now())
        const revoked = await requireToken(tx, id, now())
        return [{ token: revoked, changed }, `Revoked ${nameToken(revoked)}.`, detailsOf(revoked)]
      })
      return token
    },
    purgeTokens: (deadSince) =>
      change('tokens purge', async (tx) => {
        const purged = await tx.run(tokenSql.purge, requireTime(deadSince))
        const summary = `Purged ${count(purged, 'token')}, expired or revoked before ${deadSince.toISOString()}.`
        return [purged, summary, { purged, deadSince }]
      }),
    tokens: (filter) => listTokens(reading, now, filter),
  }
}

const nameToken = ({ id, name, user }: TokenInfo): string =>
  `token ${id} (${quote(name)}) of user ${quote(user)}`

const detailsOf = ({ id, name, user, prefix, expiresAt }: TokenInfo): object => ({
  token: id,
  name,
  user,
  prefix,
  expiresAt,
})

/** Creates the token and activates it: at once, or in a separate change after it was delivered. */
function createToken(
  change: Change,
  now: () => number,
  [user, name, expiresAt, deliver]: Parameters<Tokens['createToken']>,
): Promise<NewToken> {
  return make(change, now, {
    command: 'tokens create',
    deliver,
    plan: async (tx, at) => ({
      userId: await requireNamed(tx, 'user', user),
      name: requireName('token', name),
      lifetimeMs: requireLifetime(expiresAt, at),
    }),
  })
}

/** As `createToken`; the old token ends when the new one is activated. */
function rotateToken(
  change: Change,
  now: () => number,
  [replaced, overlapMs, deliver]: Parameters<Tokens['rotateToken']>,
): Promise<NewToken> {
  return make(change, now, {
    command: 'tokens rotate',
    deliver,
    replaced,
    plan: (tx, at) => {
      requireOverlap(overlapMs)
      return requireSuccession(tx, replaced, at)
    },
    expireOld: (tx) => tx.run(tokenSql.expire, replaced, now() + overlapMs),
  })
}

/** How a token is made. */
interface Making {
  readonly command: string
  readonly deliver: Deliver | undefined
  /** The token that it replaces. */
  readonly replaced?: number
  readonly plan: (tx: Transaction, at: number) => Promise<TokenPlan>
  readonly expireOld?: (tx: Transaction) => Promise<unknown>
}

async function make(change: Change, now: () => number, making: Making): Promise<NewToken> {
  const { command, deliver, replaced, plan, expireOld } = making
  const made = await change(command, async (tx) => {
    // The clock is read once: a token expires at the requested moment, not a millisecond later.
    const at = now()
    const added = await addToken(tx, await plan(tx, at), at)
    if (deliver === undefined) await expireOld?.(tx)
    else await tx.run(tokenSql.hold, added.token.id)
    const successor = replaced === undefined ? '' : `, which replaces token ${replaced}`
    const state = deliver === undefined ? '' : '; it is not active before its secret is delivered'
    const summary = `Created ${nameToken(added.token)}${successor}${state}.`
    return [added, summary, { ...detailsOf(added.token), replaced }]
  })
  if (deliver === undefined) return made
  await deliver(made)
  await change(command, async (tx) => {
    await tx.run(tokenSql.release, made.token.id)
    // Its user may have been removed meanwhile.
    const token = await requireToken(tx, made.token.id, now())
    await expireOld?.(tx)
    const summary = `Delivered the secret of ${nameToken(token)}.`
    return [token, summary, { ...detailsOf(token), replaced }]
  })
  return made
}

/** Inside a transaction. */
async function addToken(
  tx: Transaction,
  { userId, name, lifetimeMs }: TokenPlan,
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
  return { secret, token: await requireToken(tx, id, now) }
}

/** Inside a transaction: the properties of a token's successor. */
async function requireSuccession(tx: Transaction, id: number, now: number): Promise<TokenPlan> {
  const token = await requireToken(tx, id, now)
  requireReplaceable(token)
  const [userId, lifetimeMs] = (await tx.row(tokenSql.lifetime, id)) ?? [0, null]
  return { userId, name: token.name, lifetimeMs }
}

async function requireToken(reading: Reading, id: number, now: number): Promise<TokenInfo> {
  const row = await reading.row(tokenSql.one, id)
  if (row === undefined) throw noSuchToken(id)
  return toToken(row, now)
}

async function* listTokens(
  reading: Reading,
  now: () => number,
  { user, expiresBy, ...range }: TokenFilter = {},
): AsyncGenerator<TokenInfo> {
  const ofUser = user === undefined ? [] : [await requireNamed(reading, 'user', user)]
  const sql = user === undefined ? tokenSql.page : tokenSql.pageOfUser
  const by = expiresBy === undefined ? null : requireTime(expiresBy)
  yield* listById(range, async (...from) => {
    const at = now()
    return (await reading.rows(sql, ...from, at, by, ...ofUser)).map((row) => toToken(row, at))
  })
}

interface TokenPlan {
  readonly userId: number
  readonly name: string
  /** Null: it never expires. */
  readonly lifetimeMs: number | null
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
