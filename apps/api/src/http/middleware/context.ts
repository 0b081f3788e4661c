/** What the middleware of a request share: its state, the error that ends it, and the response to that error. */
import { Router } from '@koa/router'
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'
import { type Session, SessionEndedError, StoreError } from '@plant-store/store'
import type Koa from 'koa'

/** What one middleware tells another about a request. */
export interface RequestState {
  /** Identifies this request in the log and in the response (`X-Request-Id`). */
  requestId: string
  /** How many Authorization lines were sent: Node's `headers` keeps only the first. */
  authorizationLines: number
  /** The limit in the query; undefined if there is none, an error if it is invalid. */
  limit?: number | HttpError | undefined
  /** The length of the page that the operation will ask the session for first, if it is known and short. */
  firstLength?: number | undefined
  /** When the request began to wait for the store, by `performance.now()`. */
  waitsSince?: number
  /** The store as the caller may see it, once `authenticate` has identified the caller. */
  session?: Session
  /** Why a token was refused, and whose it is, if known. */
  refusal?: { readonly refusal: string; readonly user?: string; readonly tokenId?: number }
  /** What kept the request from being answered, or its response from being completed. */
  error?: HttpError
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>

/** A router that matches paths exactly; otherwise /plants/ and /PLANTS would be answered too. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ strict: true, sensitive: true })
}

/** What to add to the number and the text. */
interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error, if the request is not to blame. It goes to the log. */
  readonly cause?: Error
}

/** For conditions that may pass soon: the caller may retry after this many seconds. */
export const tryAgain = { headers: { 'Retry-After': '1' } }

/**
 * The error of middleware that can't go on: a cause from the contract's catalogue. The caller gets status, headers and
 * body, all from the contract; `message` and `cause` are for the log.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  declare readonly cause?: Error
  readonly status: number
  /** The contract's number for the cause. */
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  /** `{ "error": …, "message": … }` as JSON text. */
  readonly body: string

  constructor(named: ErrorCause, reason: string, { headers = {}, cause }: HttpErrorOptions = {}) {
    super(reason, { cause })
    const { status, error, message } = errorCatalogue[named]
    this.status = status
    this.number = error
    this.headers = headers
    this.body = JSON.stringify({ error, message })
  }
}

/** Is told of a fault of the service in a request that has already ended. */
export type LateErrorObserver = (requestId: string, error: HttpError) => void

/** Turns everything that the middleware after this one throws into a response, here and nowhere else. */
export function errorHandler(failedLate: LateErrorObserver): Middleware {
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
export function breakConnection(failedLate: LateErrorObserver): (error: unknown, ctx: Context) => void {
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
