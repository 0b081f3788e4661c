/** One request id, one log line, one measurement for every request, whatever becomes of it. */
import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from './middleware.ts'

/** What became of one request. */
export interface Observation {
  readonly requestId: string
  /** The trace this request belongs to (W3C Trace Context), when the caller named one. */
  readonly traceId: string | undefined
  readonly method: string
  /** Without the query, which may hold what must not be kept. */
  readonly path: string
  readonly route: string | undefined
  /** `aborted`: the connection broke before the answer was out. */
  readonly outcome: 'answered' | 'aborted'
  readonly status: number
  readonly durationMs: number
  readonly user: string | undefined
  readonly tokenId: number | undefined
  /** Why the token was refused. */
  readonly refusal: string | undefined
  /** Number, private reason and cause of the failure. */
  readonly error: number | undefined
  readonly reason: string | undefined
  readonly cause: unknown
}

/** Hears of the beginning and the end of every request. */
export interface Observer {
  began(): void
  ended(observation: Observation): void
}

/** A request id that a caller may choose: it ends up in the log, so it is short and plain. */
const callersRequestId = /^[\w.:-]{1,64}$/

/** W3C Trace Context, section 3.2: version, trace-id, parent-id, flags. Zeros alone are no id. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** What a token looks like: should one stand where none belongs, it does not get into the log. */
const tokenLike = /pst_\w+/g

/** Gives the request its id and tells the observer when it is over. */
export function observe(observer: Observer): Middleware {
  return (ctx, next) => {
    const began = performance.now()
    const asked = ctx.headers['x-request-id']
    ctx.state.requestId = typeof asked === 'string' && callersRequestId.test(asked) ? asked : randomUUID()
    observer.began()
    ctx.res.once('close', () => {
      observer.ended(describe(ctx, performance.now() - began))
    })
    return next()
  }
}

function describe(ctx: Context, durationMs: number): Observation {
  const { failure, principal } = ctx.state
  const parent = ctx.headers['traceparent']
  return {
    requestId: withoutTokens(ctx.state.requestId),
    traceId: typeof parent === 'string' ? traceparent.exec(parent)?.[1] : undefined,
    method: ctx.method,
    path: withoutTokens(ctx.path.slice(0, 200)),
    route: matchedRoute(ctx),
    outcome: ctx.res.writableFinished ? 'answered' : 'aborted',
    status: ctx.res.statusCode,
    durationMs: Math.round(durationMs * 1000) / 1000,
    user: principal?.user,
    tokenId: principal?.tokenId,
    refusal: ctx.state.refusal,
    error: failure?.entry.error,
    reason: failure?.message,
    cause: failure?.cause,
  }
}

/** Where @koa/router notes the path that matched. */
const routed = '_matchedRoute'

/** The path of the operation that answers; undefined where none does. */
function matchedRoute(ctx: Context & { readonly [routed]?: unknown }): string | undefined {
  return typeof ctx[routed] === 'string' ? ctx[routed] : undefined
}

/** As it is, unless it holds what looks like a token, however it is encoded: then decoded, and without it. */
function withoutTokens(text: string): string {
  const plain = decodePercents(text)
  const redacted = plain.replaceAll(tokenLike, 'pst_…')
  return redacted === plain ? text : redacted
}

/** Until nothing is left to decode; what is no code stays as it is. */
function decodePercents(text: string): string {
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return decoded === text ? text : decodePercents(decoded)
}
