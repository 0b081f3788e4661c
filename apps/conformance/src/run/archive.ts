/** What is kept of the traffic: enough to show what was found, never so much that memory runs out. */
import type { RawResponse, Exchange } from '../exchange.ts'

/** Of each body at most this many bytes are kept: of a rule and a checker, a dozen exchanges are. */
const longBody = 64 * 1024

/**
 * The copy of the exchange that may be held as long as the run lasts, and that people may see: no request that contains part
 * of a token is kept.
 */
export function toKeep({ shown, ...sent }: Exchange): Exchange {
  const { response } = sent
  return {
    ...sent,
    ...(shown !== undefined && { request: shown.request }),
    response: 'noResponse' in response ? response : cutBody(response),
  }
}

function cutBody(response: RawResponse): RawResponse {
  const { length } = response.body
  // Copied: a subarray would keep the whole buffer in memory.
  return length <= longBody
    ? response
    : { ...response, body: Buffer.from(response.body.subarray(0, longBody)), bodyLength: length }
}
