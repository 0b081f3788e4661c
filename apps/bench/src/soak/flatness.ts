/** Whether figures of a long run stay where they are, judged so that no single one can spoil it. */
import { median } from '../statistics.ts'

/** One figure over the run: what it was in its first, middle and last third, and by how much it grew. */
export interface Trend {
  readonly start: number
  readonly middle: number
  readonly end: number
  /** From the first sample to the last, as the slope in the middle of all slopes says it (Theil–Sen). */
  readonly growth: number
  readonly isFlat: boolean
}

/** So much of its median a figure may grow, or so much in all where that is more. */
export interface Tolerance {
  readonly share: number
  readonly least: number
}

/** Of samples at equal distances. Throws where there are fewer than three. */
export function judgeTrend(samples: readonly number[], { share, least }: Tolerance): Trend {
  if (samples.length < 3) throw new RangeError('fewer than three samples show no trend')
  const third = samples.length / 3
  const part = (nth: number): number =>
    median(samples.slice(Math.floor(nth * third), Math.ceil((nth + 1) * third)))
  const slopes = samples.flatMap((earlier, at) =>
    samples.slice(at + 1).map((later, distance) => (later - earlier) / (distance + 1)),
  )
  const growth = median(slopes) * (samples.length - 1)
  const allowed = Math.max(least, share * median(samples))
  return { start: part(0), middle: part(1), end: part(2), growth, isFlat: growth <= allowed }
}
