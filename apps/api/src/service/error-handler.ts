/** Turns every thrown error into one answer, here and nowhere else; its private details go to the log. */
import { SessionEndedError, StoreError } from '@plant-store/store'
import { hasBody } from './discard-body.ts'
import { HttpError, tryAgain } from './http-error.ts'
import type { Context, Middleware } from './middleware.ts'
import type { RequestObserver } from './request-log.ts'

/** Turns everything that the middleware after this one throws into an answer. */
export function errorHandler(observer: RequestObserver): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { status, headers, body } = noteError(ctx, error, observer)
      ctx.status = status
      ctx.set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' })
      ctx.body = body
      // A body that nothing reads could be as long as its sender likes, so the connection ends after the answer.
      if (!ctx.req.complete && hasBody(ctx.req)) ctx.res.shouldKeepAlive = false
    }
  }
}

/**
 * Handles Koa's `error` event: a stream failed after the header was sent, the client left, or middleware before
 * `errorHandler` failed. The answer can no longer be started or completed, so the connection is broken: no client may
 * take a part for the whole. The request's log line, which is written when the connection is closed, says why.
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
  // The request's log line is already written, so nobody would learn of this error.
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
