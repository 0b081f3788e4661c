/** Checks whether the figures of a long run stay level, so that no single figure can spoil the verdict. */
import { median } from '../statistics.ts'

/** One figure over the run: its value in the first, middle and last third, and its growth. */
export interface Trend {
  readonly start: number
  readonly middle: number
  readonly end: number
  /** Growth from the first sample to the last, by the median of all slopes (Theil–Sen). */
  readonly growth: number
  readonly isFlat: boolean
}

/** A figure may grow by this share of its median, or by `least` if that is more. */
export interface Tolerance {
  readonly share: number
  readonly least: number
}

/** Checkers samples taken at equal intervals. Throws if there are fewer than three. */
export function checkTrend(samples: readonly number[], { share, least }: Tolerance): Trend {
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
