/** Whatever is thrown becomes one answer here and nowhere else; its private side goes to the log. */
import { SessionEndedError, StoreError } from '@plant-store/store'
import { HttpError } from './http-error.ts'
import type { Context, Middleware } from './middleware.ts'

/** Turns every throw of the middleware below into an answer. */
export const errorHandler: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const { status, headers, body } = noteError(ctx, error)
    ctx.status = status
    ctx.set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' })
    ctx.body = body
  }
}

/**
 * Koa's `error` event: a stream that failed behind the head, a client that left, or an error of the middleware above.
 * The answer can't be given any more, or not be ended: the connection is broken, so that no client takes a part for the
 * whole. The request's log line, which is written when the connection is closed, tells why.
 */
export function breakConnection(error: unknown, ctx: Context): void {
  if (!isDisconnect(error)) noteError(ctx, error)
  ctx.res.destroy()
}

function noteError({ state }: Context, error: unknown): HttpError {
  state.error = toHttpError(error)
  return state.error
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
  return new HttpError('internal', 'unexpected error', { cause: error })
}

/** Seconds after which a caller may try again. */
export const tryAgain = { headers: { 'Retry-After': '1' } }

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
