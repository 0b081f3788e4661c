/** How much a budget tries: little for every change, a lot before a release. */
import type { Budget } from '../subject.ts'

/** How many random values to make of something that is worth `weight` times the usual. */
export const runsFor = (budget: Budget, weight = 1): number =>
  Math.ceil({ quick: 30, standard: 120, deep: 600 }[budget] * weight)
