/** Computes from what clients saw how long it took until all of them were well. */

/** One exchange of one lane. */
export interface Observation {
  readonly lane: number
  readonly startedAt: number
  readonly endedAt: number
  readonly isRight: boolean
}

/**
 * How long after `clearedAt` the last lane had a right answer again, in milliseconds: the first one after its last
 * failure, or else the end of the request that was under way then. 0 if every lane was well already.
 */
export function recoveryMs(observations: readonly Observation[], clearedAt: number): number {
  const lanes = Map.groupBy(observations, ({ lane }) => lane)
  const times = [...lanes.values()].map((seen) => {
    const failed = seen.findLastIndex(({ isRight, endedAt }) => !isRight && endedAt > clearedAt)
    const underWay = seen.findLast(({ startedAt, endedAt }) => startedAt < clearedAt && endedAt > clearedAt)
    const well = failed === -1 ? underWay : seen[failed + 1]
    return well === undefined ? 0 : well.endedAt - clearedAt
  })
  return Math.max(0, ...times)
}
