/** Gives every request one id, one log line and one measurement, whatever becomes of it. */
import { randomUUID } from 'node:crypto'
import proxyAddress from 'proxy-addr'
import type { Context, Middleware } from './context.ts'

/** What became of one request, as the log records it. */
export interface RequestRecord {
  readonly requestId: string
  /** The trace this request belongs to (W3C Trace Context), when the caller named one. */
  readonly traceId: string | undefined
  readonly clientAddress: string | undefined
  readonly method: string
  /** Without the query, which may contain data that must not be kept. */
  readonly path: string
  readonly route: string | undefined
  /** `aborted`: the connection broke before the whole response was sent. */
  readonly outcome: 'answered' | 'aborted'
  /** 499 if the client left before the response began. */
  readonly status: number
  readonly durationMs: number
  readonly user: string | undefined
  readonly tokenId: number | undefined
  /** Why the token was refused. */
  readonly refusal: string | undefined
  /** Number and private reason of the error. */
  readonly error: number | undefined
  readonly reason: string | undefined
  /** The underlying error, if the request is not to blame. */
  readonly err: Error | undefined
}

/** Counts and measures requests. */
export interface RequestMetrics {
  began(): void
  ended(record: RequestRecord): void
}

/** Writes the log line of a request. */
export type WriteRecord = (record: RequestRecord) => void

/** The address of the client that sent a request, as far as it can be known. */
export type ClientAddress = (req: Context['req']) => string | undefined

/**
 * The other end of the connection, or the client that a trusted proxy names. `trusted` are addresses and networks such
 * as `10.0.0.0/8`. Throws a `TypeError` if one of them is neither.
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress
  const trust = proxyAddress.compile([...trusted])
  return (req) => {
    const forwarded = req.headers['x-forwarded-for']
    if (forwarded !== undefined) {
      req.headers['x-forwarded-for'] = String(forwarded).replaceAll(addressWithPort, '$1$2')
    }
    return proxyAddress(req, trust)
  }
}

/** `192.0.2.7:4711`, `[2001:db8::7]:4711` or `[2001:db8::7]`, as some proxies write it in `X-Forwarded-For`. */
const addressWithPort = /(?<![^, ])(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)(?![^, ])/gi

/** A request id that a caller may choose: it ends up in the log, so it must be short and plain. */
const callersRequestId = /^[\w.:-]{1,64}$/

/** W3C Trace Context, section 3.2: version, trace-id, parent-id, flags. An id of only zeros is invalid. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** Status in logs and metrics of a request whose client left before the response began; nginx made this status known. */
const clientClosedRequest = 499

/** Gives the request its id; once it is over, measures it and writes its line. */
export function requestLog(
  metrics: RequestMetrics,
  write: WriteRecord,
  clientAddress: ClientAddress,
): Middleware {
  return async (ctx, next) => {
    const began = performance.now()
    const asked = ctx.headers['x-request-id']
    const requestId = typeof asked === 'string' && callersRequestId.test(asked) ? asked : randomUUID()
    ctx.state.requestId = requestId
    // Read now, because a closed socket has no address.
    const address = clientAddress(ctx.req)
    metrics.began()
    ctx.res.once('close', () => {
      const record = describe(ctx, address, performance.now() - began)
      metrics.ended(record)
      write(record)
    })
    try {
      await next()
    } finally {
      if (!ctx.headerSent) ctx.set('X-Request-Id', requestId)
    }
  }
}

function describe(ctx: Context, clientAddress: string | undefined, durationMs: number): RequestRecord {
  const { res, state } = ctx
  const { error } = state
  const known = state.session?.principal ?? state.refusal
  return {
    requestId: redactTokens(state.requestId),
    traceId: traceOf(ctx),
    clientAddress,
    method: ctx.method,
    path: redactTokens(ctx.path.slice(0, 200)),
    route: matchedRoute(ctx),
    outcome: res.writableFinished ? 'answered' : 'aborted',
    status: hasBegun(ctx) ? res.statusCode : clientClosedRequest,
    durationMs: Math.round(durationMs * 1000) / 1000,
    user: known?.user,
    tokenId: known?.tokenId,
    refusal: state.refusal?.refusal,
    error: error?.number,
    reason: error?.message ?? whyAborted(ctx),
    err: error?.cause,
  }
}

/** Why the connection broke, such as `read ECONNRESET`, if Node knows. */
function whyAborted({ req, res }: Context): string | undefined {
  return res.writableFinished ? undefined : req.socket.errored?.message
}

function traceOf({ headers }: Context): string | undefined {
  const parent = headers['traceparent']
  return typeof parent === 'string' ? traceparent.exec(parent)?.[1] : undefined
}

/** A response that waited behind another when the connection broke has no socket: none of it was sent. */
function hasBegun({ res }: Context): boolean {
  return res.writableFinished || (res.headersSent && res.socket !== null)
}

/** Where @koa/router notes the path that matched. */
const routed = '_matchedRoute'

/** The path of the operation that answers; undefined if none does. */
function matchedRoute(ctx: Context & { readonly [routed]?: unknown }): string | undefined {
  return typeof ctx[routed] === 'string' ? ctx[routed] : undefined
}

/** What a token looks like. */
const tokenLike = /pst_\w+/g

/**
 * Keeps tokens out of the log: the text itself, unless it contains what looks like a token, however encoded: then
 * decoded, without the token.
 */
function redactTokens(text: string): string {
  if (!text.includes('%') && !text.includes('pst_')) return text
  const plain = decodePercents(text)
  const redacted = plain.replaceAll(tokenLike, 'pst_…')
  return redacted === plain ? text : redacted
}

/** Decodes until nothing is left to decode; a `%` that encodes nothing stays as it is. */
function decodePercents(text: string): string {
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return decoded === text ? text : decodePercents(decoded)
}
