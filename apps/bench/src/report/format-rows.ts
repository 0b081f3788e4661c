/** Reports one load: a row for each contender. */
import type { ContenderName } from '../contenders.ts'
import type { Ratios, Row } from '../results.ts'
import { count, formatTable, milliseconds, percent, ratio } from './format-values.ts'

const references = ['Fastify', 'Fastify operated', 'before'] as const satisfies readonly ContenderName[]

/** Shows the ratios to the reference contenders that took part. */
export function formatRows(rows: readonly Row[], by: keyof Ratios): string {
  const present = references.filter((name) => rows.some(({ contender }) => contender === name))
  const hasDatabase = rows.some(({ databaseUs }) => databaseUs !== undefined)
  const headings = [
    '',
    'requests/s',
    'min–max',
    'CPU µs',
    ...(hasDatabase ? ['database µs'] : []),
    'p50 ms',
    'p99 ms',
    'max ms',
    ...present.map((name) => `× ${name}`),
  ]
  return [formatTable([headings, ...rows.map((row) => formatRow(row, present, by))]), ...warn(rows, by)].join(
    '\n',
  )
}

function formatRow(row: Row, present: readonly ContenderName[], by: keyof Ratios): string[] {
  const { contender, requestsPerSecond, processorUs, databaseUs, latency, times } = row
  return [
    contender,
    count(requestsPerSecond.median),
    `${count(requestsPerSecond.min)}–${count(requestsPerSecond.max)}`,
    processorUs?.toFixed(1) ?? '?',
    ...(databaseUs === undefined ? [] : [databaseUs.toFixed(1)]),
    milliseconds(latency.p50Ms),
    milliseconds(latency.p99Ms),
    milliseconds(latency.maxMs),
    ...present.map((name) => {
      const summary = times[name]?.[by]
      return summary === undefined ? '?' : ratio(summary)
    }),
  ]
}

/** Warns of what limits the meaning of the figures. */
function warn(rows: readonly Row[], by: keyof Ratios): string[] {
  // At a fixed rate servers are idle at times, and the generator checks the clock all the time.
  if (by === 'byP99') return []
  const least = Math.min(...rows.map(({ serverBusy }) => serverBusy ?? 1))
  const most = Math.max(...rows.map(({ loadBusy }) => loadBusy))
  return [
    ...(least < 0.85
      ? [`  A server used only ${percent(least)} of its core: something else runs here; go by the CPU time.`]
      : []),
    ...(most > 0.97
      ? [
          `  The load generator used ${percent(most)} of its core: the fastest server may be faster than this.`,
        ]
      : []),
  ]
}
