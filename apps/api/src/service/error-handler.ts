/** Whatever is thrown becomes one answer here and nowhere else; its private side goes to the log. */
import { SessionEndedError, StoreError } from '@plant-store/store'
import { hasBody } from './discard-body.ts'
import { HttpError, tryAgain } from './http-error.ts'
import type { Context, Middleware } from './middleware.ts'
import type { RequestObserver } from './request-log.ts'

/** Turns every throw of the middleware below into an answer. */
export function errorHandler(observer: RequestObserver): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { status, headers, body } = noteError(ctx, error, observer)
      ctx.status = status
      ctx.set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' })
      ctx.body = body
      // A body that nobody reads would be as long as its sender likes: the connection ends behind the answer.
      if (!ctx.req.complete && hasBody(ctx.req)) ctx.res.shouldKeepAlive = false
    }
  }
}

/**
 * Koa's `error` event: a stream that failed behind the head, a client that left, or an error of the middleware above.
 * The answer can't be given any more, or not be ended: the connection is broken, so that no client takes a part for the
 * whole. The request's log line, which is written when the connection is closed, tells why.
 */
export function breakConnection(observer: RequestObserver): (error: unknown, ctx: Context) => void {
  return (error, ctx) => {
    if (!isDisconnect(error)) noteError(ctx, error, observer)
    ctx.res.destroy()
  }
}

function noteError({ state, res }: Context, thrown: unknown, observer: RequestObserver): HttpError {
  const error = toHttpError(thrown)
  state.error = error
  // The log line of the request is written: this error would be known to nobody.
  if (res.closed && error.cause !== undefined) observer.failedLate(state.requestId, error)
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

/** What Node says of a client that is gone. */
function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && disconnects.has(error.code)
}
const disconnects: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
])
