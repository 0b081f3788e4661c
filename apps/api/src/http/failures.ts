/** Whatever is thrown below becomes one Error body here and nowhere else; its private side goes to the log. */
import { StoreError } from '@plant-store/store'
import { answer, toBody } from './answer.ts'
import { errorOf, Failure } from './failure.ts'
import type { Context, Middleware } from './middleware.ts'

/** Seconds after which a caller may try again when the store can't answer. */
const retryAfterSeconds = 1

/** Turns every throw of the layers below into an answer, or, once the headers are out, into a broken connection. */
export const failures: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const failure = toFailure(error)
    ctx.state.failure = failure
    if (ctx.res.headersSent) {
      ctx.res.destroy()
    } else {
      answerFailure(ctx, failure)
    }
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) {
    return error
  }
  if (error instanceof StoreError) {
    const headers = { 'Retry-After': String(retryAfterSeconds) }
    return new Failure('unavailable', `store ${error.code}: ${error.message}`, { headers, cause: error })
  }
  return new Failure('internal', 'unexpected error', { cause: error })
}

function answerFailure(ctx: Context, { entry, headers }: Failure): void {
  answer(
    ctx,
    entry.status,
    ['Cache-Control', 'no-store', ...Object.entries(headers).flat()],
    toBody(errorOf(entry)),
  )
}
