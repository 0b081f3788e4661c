/** `pnpm bench --week`: runs and reports. */
import { count, formatTable } from '../format.ts'
import { median } from '../measure/statistics.ts'
import { measureWeek, type Sample, times } from './measure-week.ts'

/** One-time costs of the first requests, such as compiled code and filling caches, end after this share of the run. */
const warmUpShare = 1 / 5

const kilobytes = (bytes: number): string => `${count(bytes / 1e3)} KB`
/** `least`: by how much a figure that should be flat may always grow. */
const figures = [
  { name: 'database file', figure: 'fileBytes', format: kilobytes },
  { name: 'log (-wal)', figure: 'logBytes', format: kilobytes },
  { name: 'its index (-shm)', figure: 'indexBytes', format: kilobytes },
  { name: 'resident memory', figure: 'residentBytes', format: kilobytes, least: 8e6 },
  { name: 'descriptors', figure: 'descriptors', format: count, least: 8 },
] as const satisfies readonly {
  name: string
  figure: keyof Sample
  format: (value: number) => string
  least?: number
}[]

/** Resolves to what to print, and whether all is well. Rejects with a `BenchError`. */
export async function runWeek(
  seconds: number,
  onProgress: (step: string) => void,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const { samples, answered, failures } = await measureWeek(seconds, onProgress)
  const warm = samples.slice(Math.floor(samples.length * warmUpShare))
  const rows = figures.map(({ name, figure, format, ...more }) => {
    const most = Math.max(...samples.map((sample) => sample[figure]))
    const { start, end, isFlat } = checkTrend(
      warm.map((sample) => sample[figure]),
      'least' in more ? more.least : Infinity,
    )
    const cells = [name, format(start), format(end), format(most), isFlat ? '' : 'not flat']
    return { isFlat, cells }
  })
  const days = Math.round((seconds * times) / 864) / 100
  return {
    text: [
      `${days} days of a service that nobody tends (${count(seconds)} s, clock × ${times}), 10,000 tokens in use: ${count(answered)} requests answered, ${count(failures.length)} failures`,
      ...failures.map((failure) => `  ${failure}`),
      formatTable([['', 'start', 'end', 'most', ''], ...rows.map(({ cells }) => cells)]),
    ].join('\n'),
    isWell: failures.length === 0 && rows.every(({ isFlat }) => isFlat),
  }
}

/**
 * Compares the medians of the first and the last third, which single samples can't spoil. Flat is what grows by less than
 * a tenth, or by `least` if that is more. Throws if there are fewer than three samples.
 */
export function checkTrend(
  samples: readonly number[],
  least: number,
): { readonly start: number; readonly end: number; readonly isFlat: boolean } {
  if (samples.length < 3) throw new RangeError('fewer than three samples show no trend')
  const third = Math.ceil(samples.length / 3)
  const [start, end] = [median(samples.slice(0, third)), median(samples.slice(-third))]
  return { start, end, isFlat: end - start <= Math.max(least, start / 10) }
}
