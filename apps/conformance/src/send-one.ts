/** One request on a connection of its own, for judges that look at single answers. */
import type { Exchange, SentRequest } from './exchange.ts'
import { toText } from './laws/request.ts'
import { openLine, receiveOne } from './laws/wire.ts'

/** What came, and when: a record for the court but for who asked. */
export async function sendOne(url: string, request: SentRequest): Promise<Omit<Exchange, 'id' | 'judge'>> {
  const startedAt = new Date()
  const begin = performance.now()
  using line = await openLine(url)
  void line?.raw.send(toText(request))
  const answer = line === undefined ? ({ silence: 'unreachable' } as const) : await receiveOne(line)
  return { request, answer, startedAt, durationMs: performance.now() - begin, connection: line?.number ?? 0 }
}
