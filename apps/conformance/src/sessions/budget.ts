/** How much is tried: few things for every change, many before a release. */
import type { Budget } from '../subject.ts'

/** How many values are made at random, of what is worth `weight` times the usual. */
export const runsFor = (budget: Budget, weight = 1): number =>
  Math.ceil({ quick: 30, standard: 120, deep: 600 }[budget] * weight)
