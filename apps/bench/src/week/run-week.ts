/** `pnpm bench --week`: runs, draws and reports. */
import { writeFile } from 'node:fs/promises'
import { count, formatTable } from '../format.ts'
import { median } from '../measure/statistics.ts'
import { drawWeek } from './draw-week.ts'
import { figures, measureWeek, times } from './measure-week.ts'

/** One-time costs of the first requests, such as compiled code and filling caches, end after this share of the run. */
const warmUpShare = 1 / 5

/** Draws the week into the file, if one is named. Resolves to what to print, and whether all is well. Rejects with a `BenchError`. */
export async function runWeek(
  drawing: string | true,
  seconds: number,
  onProgress: (step: string) => void,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const result = await measureWeek(seconds, onProgress)
  if (drawing !== true) await writeFile(drawing, drawWeek(result))
  const { samples, answered, failures } = result
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
