/**
 * The log line of a request that was simply answered, written as text. It is what the logger would write, member by
 * member; but nearly every line is this one, and made by the logger it takes a tenth of a request.
 */
import type { Observation } from './http/observe.ts'

/** One JSON line with its end. The request id and the method are of safe characters already; the rest is escaped. */
export function requestLine(seen: Observation, time: string): string {
  const who =
    seen.user === undefined ? '' : `,"user":${JSON.stringify(seen.user)},"tokenId":${seen.tokenId ?? 'null'}`
  return (
    `{"level":"info","time":"${time}","requestId":"${seen.requestId}","method":"${seen.method}",` +
    `"path":${JSON.stringify(seen.path)},"status":${seen.status},"durationMs":${seen.durationMs}${who},"msg":"request"}\n`
  )
}

/** Whether a request needs no more said about it than `requestLine` says. */
export function isSimple({ outcome, error, traceId, status }: Observation): boolean {
  return outcome === 'answered' && error === undefined && traceId === undefined && status < 500
}

/** The time as ISO 8601 text; made once for each millisecond. */
export function createClock(now: () => number = Date.now): () => string {
  let last = Number.NaN
  let text = ''
  return () => {
    const current = now()
    if (current !== last) {
      last = current
      text = new Date(current).toISOString()
    }
    return text
  }
}
