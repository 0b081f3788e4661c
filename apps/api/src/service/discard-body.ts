/** No operation reads a body: what comes is read and dropped before the answer. */
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'
import type { Middleware } from './middleware.ts'

/** Octets that are read and dropped; more is refused. */
const maxBodyLength = 65_536

/** Whoever waits for the rest of a request. */
const waiting = new WeakMap<IncomingMessage, (error: HttpError) => void>()

/** Ends the wait for a body that is malformed or late. False where nobody waits: then nobody answers for it. */
export function failBody(req: IncomingMessage, error: HttpError): boolean {
  const fail = waiting.get(req)
  fail?.(error)
  return fail !== undefined
}

/**
 * Goes on when the whole request is there: an answer before would have to be given again when its end turns out to be
 * malformed, or never comes. Throws `contentTooLarge`, and what `failBody` is told.
 */
export const discardBody: Middleware = async ({ req, res }, next) => {
  if (hasBody(req)) {
    await readBody(req)
    // Node 24 takes these lines behind the content for ones of the head, and reads nothing more on the connection.
    if (namesConnection(req)) res.shouldKeepAlive = false
  }
  await next()
}

const namesConnection = ({ rawTrailers }: IncomingMessage): boolean =>
  rawTrailers.some((text, at) => at % 2 === 0 && /^(?:proxy-)?connection$/i.test(text))

/** Whether a body was announced, of which some may still be on its way. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function readBody(req: IncomingMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const tooLarge = new HttpError('contentTooLarge', `body of more than ${maxBodyLength} octets`)
  if (Number(req.headers['content-length'] ?? 0) > maxBodyLength) reject(tooLarge)
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBodyLength) reject(tooLarge)
  })
  req.once('end', resolve)
  req.once('close', () => reject(new HttpError('malformedRequest', 'the client left within the body')))
  waiting.set(req, reject)
  return promise.finally(() => waiting.delete(req))
}
