/** The content of a request: no operation reads any, so what comes is read and dropped before the answer. */
import type { IncomingMessage } from 'node:http'
import { Failure } from './failure.ts'
import type { Context, Middleware } from './middleware.ts'

/** Octets that are read and dropped; more is refused. */
const maxContentLength = 65_536

/**
 * Goes on when the whole request is there: an answer before would have to be given again when its end turns out to be
 * malformed, or never comes. Throws `contentTooLarge`, and what the guard found wrong with the rest of the request.
 */
export const content: Middleware = async (ctx, next) => {
  const { headers } = ctx.req
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    await dropContent(ctx)
  }
  await next()
}

async function dropContent({ req, res }: Context): Promise<void> {
  try {
    await readAway(req)
  } catch (error) {
    // What is still on its way would be taken for the next request.
    res.shouldKeepAlive = false
    throw error
  }
}

function readAway(req: IncomingMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const tooLarge = new Failure('contentTooLarge', `content of more than ${maxContentLength} octets`)
  if (Number(req.headers['content-length'] ?? 0) > maxContentLength) {
    reject(tooLarge)
  }
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxContentLength) {
      reject(tooLarge)
    }
  })
  req.once('end', resolve)
  req.once('error', reject)
  return promise
}
