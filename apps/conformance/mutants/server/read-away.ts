/** Reads and drops the content of a request, which must end before the response or be refused. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './ask.ts'

const longestContent = 65_536

/**
 * Resolves when the whole request has come. Rejects with a `Refusal` when the content is too large, or when the
 * function passed to `onSpoil` is called with one; with another error when the client is gone.
 */
export async function readAway(
  request: IncomingMessage,
  onSpoil: (spoil: (refusal: Refusal) => void) => void,
): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length) === 0) {
    return
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  onSpoil(reject)
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestContent) {
      reject(new Refusal('contentTooLarge'))
    }
  })
  request.once('end', resolve)
  request.once('error', reject)
  if (Number(length) > longestContent) {
    reject(new Refusal('contentTooLarge'))
  }
  await promise
}
