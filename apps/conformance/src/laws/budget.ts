/** How much is tried: few things for every change, many before a release. */
import type { Budget } from '../subject.ts'

/** How often a property is tried, for one that is worth `weight` times the usual. */
export function runsFor(budget: Budget, weight = 1): number {
  return Math.ceil({ quick: 30, standard: 200, deep: 1500 }[budget] * weight)
}
