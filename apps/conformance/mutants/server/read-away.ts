/** Reads the content of a request, which must end before the response or be refused. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './ask.ts'

const longestContent = 65_536

/**
 * Resolves to the content as text when the whole request has come. Rejects with a `Refusal` when the content is too
 * large, or when the function passed to `onSpoil` is called with one; with another error when the client is gone.
 */
export function readAway(
  request: IncomingMessage,
  onSpoil: (spoil: (refusal: Refusal) => void) => void,
): Promise<string> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length) === 0) {
    return Promise.resolve('')
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  onSpoil(reject)
  let bytes = 0
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestContent) reject(new Refusal('contentTooLarge'))
    else chunks.push(chunk)
  })
  request.once('end', () => resolve(Buffer.concat(chunks).toString()))
  request.once('error', reject)
  if (Number(length) > longestContent) {
    reject(new Refusal('contentTooLarge'))
  }
  return promise
}
