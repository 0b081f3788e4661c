/** Long lists: what short requests wait for beside them, and what readers cost who stand still. */
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
    'readers without an octet',
    'turned away',
  ]
  return [
    `Short requests (limit=5), 100 a second for ${config.longListSeconds} s, while ${config.readers} callers ask for all plants at once. A request without an answer counts as having waited until the end.`,
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
  const headings = ['', 'KB for each reader', 'readers', 'turned away', 'memory without them']
  return [
    `${config.readers} callers ask for all plants and stand still after the first octets. Memory is what the process has resident beyond what it has when it is warm; what the kernel holds for their connections is not in it.`,
    formatTable([
      headings,
      ...results.map(({ contender, bytesPerReader, stoodStill, admitted, turnedAway, idleBytes }) => [
        contender,
        (bytesPerReader / 1000).toFixed(0) + (stoodStill ? '' : ' (was still sending)'),
        String(admitted),
        String(turnedAway),
        megabytes(idleBytes),
      ]),
    ]),
  ].join('\n')
}
