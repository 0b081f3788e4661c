/** Reads and drops the body of a request before it is answered: no operation uses one. */
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'
import type { Middleware } from './middleware.ts'

/** Octets of a body that are read and dropped; a longer body is refused. */
const maxBodyLength = 65_536

/** For each request whose body is still awaited, the function that ends the wait with an error. */
const waiting = new WeakMap<IncomingMessage, (error: HttpError) => void>()

/** Ends the wait for a body that is malformed or late. False if nothing waits: then nothing answers with the error. */
export function failBody(req: IncomingMessage, error: HttpError): boolean {
  const fail = waiting.get(req)
  fail?.(error)
  return fail !== undefined
}

/**
 * Continues once the whole request has arrived: a request answered earlier would have to be answered again if its end
 * turned out to be malformed, or never came. Throws `contentTooLarge`, `malformedRequest` if the client leaves before
 * the end, and the error given to `failBody`.
 */
export const discardBody: Middleware = async ({ req, res }, next) => {
  if (hasBody(req)) {
    await readBody(req)
    // Node 24 treats these trailer fields as header fields, and reads nothing more on the connection.
    if (namesConnection(req)) res.shouldKeepAlive = false
  }
  await next()
}

const namesConnection = ({ rawTrailers }: IncomingMessage): boolean =>
  rawTrailers.some((text, at) => at % 2 === 0 && /^(?:proxy-)?connection$/i.test(text))

/** Whether the request announced a body, part of which may still be on its way. */
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
