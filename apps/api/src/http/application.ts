/** The path of one request through the service, in order, and what becomes of an error on the way. */
import type { RequestListener } from 'node:http'
import { parse, type ParsedUrlQuery } from 'node:querystring'
import { type PlantReader, SessionEndedError, StoreError } from '@plant-store/store'
import type { Router, RouterContext } from '@koa/router'
import Koa from 'koa'
import { bearerToken } from 'koa-bearer-token'
import { listPlants, readLimit } from './list-plants/list-plants.ts'
import type { PlantStreams } from './list-plants/plant-stream.ts'
import { authenticate, requireOneCredential } from './middleware/authenticate.ts'
import {
  type Context,
  createRouter,
  HttpError,
  type LateErrorObserver,
  type Middleware,
  type RequestState,
  tryAgain,
} from './middleware/context.ts'
import { receiveRequest } from './middleware/receive-request.ts'
import {
  type ClientAddress,
  requestLog,
  type RequestMetrics,
  type WriteRecord,
} from './middleware/request-log.ts'

/** The operations of the contract. The limit is read before the caller is known, and reported only afterwards. */
export function plantRoutes(reader: PlantReader, streams: PlantStreams): Router<RequestState> {
  const authenticated = [requireOneCredential, bearerToken(), authenticate(reader)] as const
  return createRouter().get('/plants', readLimit, ...authenticated, listPlants(streams))
}

/** What becomes of every request's measurements and log line, and the way to find its client's address. */
interface Watch {
  readonly metrics: RequestMetrics
  readonly write: WriteRecord
  readonly failedLate: LateErrorObserver
  readonly clientAddress: ClientAddress
}

/** Answers what `router` routes and nothing else. */
export function createApplication(
  router: Router<RequestState>,
  { metrics, write, failedLate, clientAddress }: Watch,
): RequestListener {
  const app = new Koa<RequestState>()
  parseQueryInLinearTime(app)
  app.use(useOriginForm)
  app.use(errorHandler(failedLate))
  app.use(requestLog(metrics, write, clientAddress))
  app.use(receiveRequest)
  app.use(router.routes())
  app.use(refuseUnrouted)
  app.on('error', breakConnection(failedLate))
  const handle = app.callback()
  return (req, res) => void handle(req, res)
}

/** Turns everything that the middleware after this one throws into a response, here and nowhere else. */
function errorHandler(failedLate: LateErrorObserver): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { status, headers, body } = noteError(ctx, error, failedLate)
      ctx.status = status
      ctx.set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' })
      ctx.body = body
    }
  }
}

/**
 * Handles Koa's `error` event: a stream failed after the header was sent, the client left, or middleware before
 * `errorHandler` failed. The response can no longer be started or completed, so the connection is broken: no client may
 * take a part for the whole. The request's log line, which is written when the connection is closed, says why.
 */
function breakConnection(failedLate: LateErrorObserver): (error: unknown, ctx: Context) => void {
  return (error, ctx) => {
    if (!isDisconnect(error)) noteError(ctx, error, failedLate)
    ctx.res.destroy()
  }
}

function noteError({ state, res }: Context, thrown: unknown, failedLate: LateErrorObserver): HttpError {
  const error = toHttpError(thrown)
  state.error = error
  // The request's log line is already written, so nobody would learn of this error.
  if (res.closed && error.cause !== undefined) failedLate(state.requestId, error)
  return error
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof SessionEndedError) return new HttpError('unavailable', error.message, tryAgain)
  if (error instanceof StoreError) {
    return new HttpError('unavailable', `store ${error.code}: ${error.message}`, {
      ...tryAgain,
      cause: error,
    })
  }
  const cause = error instanceof Error ? error : new Error(`thrown: ${String(error)}`)
  return new HttpError('internal', 'unexpected error', { cause })
}

/** Whether this error says that the client is gone, or was too slow. */
function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && disconnects.has(error.code)
}
const disconnects: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
])

/**
 * Refuses requests that no route answers: 404, or 405 with the methods of the path. The router's own `allowedMethods`
 * answers 501 to methods that it doesn't know, and 200 to OPTIONS.
 */
function refuseUnrouted({ matched = [] }: Pick<RouterContext, 'matched'>): never {
  const allowed = new Set(matched.flatMap(({ methods }) => methods))
  if (allowed.size === 0) throw new HttpError('notFound', 'no such path')
  throw new HttpError('methodNotAllowed', 'no such method here', {
    headers: { Allow: [...allowed].toSorted().join(', ') },
  })
}

/** Scheme and authority (RFC 9112 section 3.2.2), well-formed or not; then the characters of a path and a query. */
const parts = /^(?:[a-z][\w+.-]*:\/\/[^/?#]*)?([!"$-~]*)/i

/**
 * A target in absolute form means the same as its path: only path and query stay in `ctx.url`, as far as they can be
 * read; the target as sent is in `ctx.originalUrl`. Koa parses absolute targets, and targets with a fragment, with
 * `url.parse`. That throws for some of them (`http://%@a/`, `//#@"*a:`) wherever `ctx.path` is read, even in an event
 * listener, and takes a part of some hosts for the path (`http://a;b/`).
 */
const useOriginForm: Middleware = (ctx, next) => {
  const [, rest = ''] = parts.exec(ctx.url) ?? []
  ctx.url = rest.startsWith('/') || rest === '*' ? rest : `/${rest}`
  return next()
}

const parsed = Symbol('parsed query')

/** A Koa request that may carry its parsed query. */
interface QueryCarrier {
  readonly querystring: string
  [parsed]?: { readonly text: string; readonly query: ParsedUrlQuery }
}

/**
 * Provides `ctx.query` as Koa documents it: a string, or an array of strings if a name is repeated. Koa's own takes
 * time quadratic in the number of parameters: 15 KB of `a&a&…` would block the event loop for half a second, before the
 * caller is authenticated. The query is parsed once and read twice: `limit=20` takes only 1.5 µs, but 8000 bytes
 * take 280.
 */
function parseQueryInLinearTime(app: Koa): void {
  Object.defineProperty(app.request, 'query', {
    get(this: QueryCarrier) {
      const { querystring: text } = this
      // Without `maxKeys: 0`, parameters beyond the thousandth would be dropped, even a repeated `limit`.
      if (this[parsed]?.text !== text) this[parsed] = { text, query: parse(text, '&', '=', { maxKeys: 0 }) }
      return this[parsed]?.query
    },
  })
}
