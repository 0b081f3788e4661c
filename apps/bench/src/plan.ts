/** What is measured, on how much data, and for how long. */

/** The size of the world, and of each measurement. */
export interface Plan {
  readonly plants: number
  /** Users beside the one who sees every plant. */
  readonly users: number
  readonly plantsPerUser: number
  readonly rounds: number
  /** How long each contender is loaded in each round of the first load. The other times follow from it. */
  readonly seconds: number
  readonly connections: number
}

/** Under two minutes, once the world is there. */
export const quickPlan: Plan = {
  plants: 1_000_000,
  users: 1000,
  plantsPerUser: 100,
  rounds: 5,
  seconds: 2,
  connections: 32,
}

/** For figures that are to be kept. */
export const fullPlan: Plan = { ...quickPlan, rounds: 9, seconds: 8 }

/** A reader so slow that it takes this long over all plants. */
export function slowReaderSeconds({ seconds }: Plan): number {
  return seconds * 5
}

/** Answers under each load before anything counts. */
export function warmUpRequests({ seconds }: Plan): number {
  return seconds * 5000
}
