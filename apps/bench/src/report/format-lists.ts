/** Reports long lists: how long short requests wait beside them, and what stalled readers cost. */
import type { Config } from '../config.ts'
import type { LongListResult } from '../measure/measure-long-lists.ts'
import type { WaitingReadersResult } from '../measure/measure-waiting-readers.ts'
import { count, formatTable, megabytes, milliseconds } from './format-values.ts'

export function formatLongLists(results: readonly LongListResult[], config: Config): string {
  const headings = [
    '',
    'p50 ms',
    'p99 ms',
    'max ms',
    'unanswered',
    'plants/s',
    'MB/s',
    'readers without a byte',
    'turned away',
  ]
  return [
    `Short requests (limit=5), 100 a second for ${config.longListSeconds} s, while ${config.readers} callers request all plants at once. A request without an answer counts as having waited until the end.`,
    formatTable([headings, ...results.map((result) => formatLongList(result))]),
  ].join('\n')
}

function formatLongList(result: LongListResult): string[] {
  const { contender, shortLatency, unanswered, shortRequests, plantsPerSecond, bytesPerSecond } = result
  return [
    contender,
    milliseconds(shortLatency.p50Ms),
    milliseconds(shortLatency.p99Ms),
    milliseconds(shortLatency.maxMs),
    `${unanswered} of ${shortRequests}`,
    count(plantsPerSecond),
    (bytesPerSecond / 1e6).toFixed(1),
    String(result.waiting),
    String(result.turnedAway),
  ]
}

export function formatWaitingReaders(results: readonly WaitingReadersResult[], config: Config): string {
  const headings = [
    '',
    'KB for each reader',
    '× Fastify operated',
    'readers',
    'turned away',
    'memory without them',
    'with them',
  ]
  const peer = results.find(({ contender }) => contender === 'Fastify operated')
  return [
    `${config.readers} callers request all plants and stop reading after the first bytes. KB is the resident memory per further reader, from a third of the readers to all, after garbage collection; the kernel's buffers for their connections are not included. × Fastify operated is how many times as much Fastify operated takes. The memory of the whole process includes its garbage.`,
    formatTable([headings, ...results.map((result) => formatWaiting(result, peer))]),
  ].join('\n')
}

function formatWaiting(result: WaitingReadersResult, peer: WaitingReadersResult | undefined): string[] {
  const { contender, bytesPerReader, stoodStill } = result
  const times = (peer?.bytesPerReader ?? Number.NaN) / bytesPerReader
  return [
    contender,
    (bytesPerReader / 1000).toFixed(0) + (stoodStill ? '' : ' (was still sending)'),
    Number.isFinite(times) ? times.toFixed(2) : '?',
    String(result.admitted),
    String(result.turnedAway),
    megabytes(result.idleBytes),
    megabytes(result.busyBytes),
  ]
}
