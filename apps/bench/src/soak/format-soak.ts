/** Formats a long run for a person. */
import { count, formatTable, megabytes, milliseconds, nameEngine } from '../report/format-values.ts'
import type { Trend } from './flatness.ts'
import type { SoakResult } from './soak.ts'

/** The figures, with the verdict on the last line. */
export function formatSoak(result: SoakResult): string {
  const { seconds, engine, workers, perSecond, processes, answered, changes, failures, failed } = result
  return [
    `A soak of ${count(seconds)} s over ${nameEngine(engine)}: ${workers} ${workers === 1 ? 'worker' : 'workers'}, ${count(perSecond)} requests a second, ${count(processes)} processes`,
    '',
    formatTable([
      ['', 'start', 'middle', 'end', 'growth', ''],
      row('resident memory', result.residentBytes, megabytes),
      row('descriptors', result.descriptors, count),
      row('latency p50 in ms', result.p50Ms, milliseconds),
      row('latency p99 in ms', result.p99Ms, milliseconds),
    ]),
    '',
    `${count(answered)} requests answered, ${count(changes)} changes meanwhile, ${count(failed)} failures`,
    ...failures.map((failure) => `  ${failure}`),
    `Memory and descriptors: ${result.isFlat ? 'flat' : 'not flat'}`,
  ].join('\n')
}

function row(name: string, trend: Trend, format: (value: number) => string): readonly string[] {
  const values = [trend.start, trend.middle, trend.end, trend.growth]
  return [name, ...values.map((value) => format(value)), trend.isFlat ? 'flat' : 'not flat']
}
