/** Finds the shortest session that shows a breach. */
import { hasSecret, type Send, type Session, valuesOf, type Wanted } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Breach } from '../../oracle/any-oracle.ts'
import type { Sent } from '../client/sent.ts'

/** A breach, and the response that shows it. */
export interface Sight {
  readonly breach: Breach
  readonly sent: Sent
}

/** The same with the session in which it came, or that has to be repeated again and again. */
export interface Shown extends Sight {
  readonly session: Session
  readonly isRepeated?: true
}

/** Plays a session, and resolves to what it shows of the breach. */
export type Look = (session: Session) => Promise<Sight | undefined>

/** At most this many sessions are tried, and for at most this long. */
const maxTries = 120
const maxMs = 5000

/**
 * Tries the sessions until one shows the breach; then leaves out steps of that, and what is unusual about its requests, as
 * long as the breach still shows. Resolves to undefined where none shows it.
 */
export async function findShortest(sessions: readonly Session[], look: Look): Promise<Shown | undefined> {
  const end = performance.now() + maxMs
  let tries = 0
  const firstOf = async (some: readonly Session[], isLimited = true): Promise<Shown | undefined> => {
    for (const session of some) {
      if (isLimited && (tries >= maxTries || performance.now() > end)) return undefined
      tries += 1
      const seen = await look(session)
      if (seen !== undefined) return { ...seen, session }
    }
    return undefined
  }
  const found = await firstOf(sessions, false)
  if (found === undefined) return undefined
  let best = found
  const shorten = async (shorter: (session: Session) => readonly Session[]): Promise<void> => {
    for (let next: Shown | undefined = best; next !== undefined; next = await firstOf(shorter(best.session)))
      best = next
  }
  for (let size = best.session.length >> 1; size >= 1; size >>= 1)
    await shorten((session) => withoutSteps(session, size))
  await shorten(simplerSessions)
  return best
}

/** Without so many of the steps that follow each other. No single request is left: that was tried first. */
const withoutSteps = (session: Session, size: number): readonly Session[] =>
  session.length - size < 2
    ? []
    : Array.from({ length: Math.ceil(session.length / size) }, (_, at) => session.toSpliced(at * size, size))

/** All requests without the same part; then one of them with less that is unusual about it, the last one first. */
function simplerSessions(session: Session): readonly Session[] {
  const ways = session.map((step) => ('ask' in step ? simplerThan(step) : []))
  const [first = [], ...others] = ways
  const same = first.flatMap((step, way): readonly Session[] => {
    const more = others.flatMap((own) => own.slice(way, way + 1))
    return more.length === 0 || more.length < others.length ? [] : [[step, ...more]]
  })
  const each = ways.map((own, at) => own.map((step) => session.with(at, step)))
  return [...same, ...each.toReversed().flat()]
}

/** The request cut at fewer places, or not at all, or with less that is unusual about it. */
function simplerThan(send: Send): readonly Send[] {
  const { cut = [], ...whole } = send
  const middle = cut.length >> 1
  const fewer = [cut.slice(0, middle), cut.slice(middle)].filter(({ length }) => length < cut.length)
  const cutAt = (places: readonly number[]): Send => (places.length === 0 ? whole : { ...send, cut: places })
  const asking = (ask: Wanted): Send => ({ ...send, ask })
  return [
    ...fewer.map((places) => cutAt(places)),
    // Where the end of the connection is awaited, it must be asked for.
    ...(send.ask.simpler?.() ?? [])
      .filter(({ request }) => send.seenToEnd !== true || valuesOf(request, 'connection').length > 0)
      .map((ask) => asking(ask)),
    ...smallerThan(send.ask.request).map((request) => asking({ request })),
  ]
}

/**
 * The request without content, some parts of its query, or some of its fields: a half, a quarter or an eighth at a time.
 * It stays the same caller's.
 */
function smallerThan(request: SentRequest): readonly SentRequest[] {
  if (request.bytes !== undefined) return []
  const { body, ...bare } = request
  const { target, fields } = bare
  const [path = '', ...rest] = target.split('?')
  const parts = rest.join('?').split('&')
  const secret = parts.filter((part) => hasSecret(part))
  const others = parts.filter((part) => !secret.includes(part))
  const targets =
    parts.length < 2 ? [] : without(others).map((some) => `${path}?${[...some, ...secret].join('&')}`)
  const needed = fields.filter(([name, value]) => isNeeded.test(name) || hasSecret(value))
  const fewer = without(fields.filter((field) => !needed.includes(field)))
  return [
    ...(body === undefined ? [] : [{ ...bare, fields: fields.filter(([name]) => !ofContent.test(name)) }]),
    ...targets.map((own) => Object.assign({}, request, { target: own })),
    ...fewer.map((some) => Object.assign({}, request, { fields: needed.concat(some) })),
  ]
}

/** Fields that say how content is sent: they are left out together with it. */
const ofContent = /^(?:content-.*|transfer-encoding|trailer|expect)$/i

const isNeeded = /^(?:host|authorization|connection|content-length|transfer-encoding|expect)$/i

const without = <Item>(all: readonly Item[]): readonly (readonly Item[])[] =>
  [2, 4, 8].flatMap((share) => {
    const size = Math.ceil(all.length / share)
    const from = Array.from({ length: share }, (_, at) => at * size).filter((at) => at < all.length)
    return from.map((at) => all.toSpliced(at, size))
  })
