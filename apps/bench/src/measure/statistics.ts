/** Statistics that a single bad round can't spoil. */

/** The summary of several rounds. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The middle value; of an even number of values, halfway between the middle two. Throws if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new RangeError('no values, no median')
  return (lower + upper) / 2
}

/** Median and range. Throws if there are no values. */
export function summarize(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/** The ratio to the others, round by round: whatever slowed the machine in one round slowed both and cancels out. */
export function pairedRatio(values: readonly number[], others: readonly number[]): Summary {
  return summarize(values.map((value, round) => value / (others[round] ?? Number.NaN)))
}
