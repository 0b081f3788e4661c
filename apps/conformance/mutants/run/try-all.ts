/** Hands trials to processes, a given number at a time, as long as there is time. */
import { availableParallelism } from 'node:os'
import { inGroups } from '@plant-store/raw-http'
import pLimit from 'p-limit'
import { mutantById } from '../catalogue.ts'
import type { MutantsOptions } from './plan.ts'
import { closePool, openPool, runIn } from './pool.ts'
import { namesIn, type Trial, type TrialResult } from './trial.ts'

const workerFile = new URL('try-mutant.ts', import.meta.url).href

/** Where more than this many are missed by whole checks, the busy machine is not the reason. */
const mostAlone = 8

/** The options of a run that matter here. */
type Circumstances = Pick<MutantsOptions, 'jobs' | 'within'> & { readonly signal?: AbortSignal }

/**
 * Resolves when `onResult` has been told of each server tried. A mutant not caught beside others is tried once more
 * after them, if there is time, and reported then: some faults show only where requests come at the same time, which
 * they may not do on a busy machine, and a check that is slow leaves requests out. Where requests were left out and there
 * is no time for the second trial, nothing is known, and the mutant counts as not reached. Several in one server are
 * reported one by one, each with its share of the time; where that server does not come out as it should, each half of
 * them is tried, down to single ones. The first trial that fails ends all the others.
 */
export async function tryAll(
  trials: readonly Trial[],
  { jobs = availableParallelism(), within = Infinity, signal: interrupt }: Circumstances,
  onResult: (result: TrialResult) => void,
): Promise<void> {
  const until = performance.now() + 1000 * within
  const failed = new AbortController()
  const signal = interrupt === undefined ? failed.signal : AbortSignal.any([interrupt, failed.signal])
  const lanes = Math.max(1, Math.min(jobs, trials.length))
  const pool = openPool(workerFile, lanes)
  const isOver = (): boolean => signal.aborted || performance.now() > until
  const attempt = (trial: Trial): Promise<TrialResult | undefined> =>
    runIn<TrialResult>(pool, 'perform', trial, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      failed.abort()
      throw new Error(`${trial.mutant} could not be tried: ${describe(error)}`, { cause: error })
    })
  const missed: { readonly trial: Trial; readonly result: TrialResult }[] = []
  const tryOne = async (trial: Trial): Promise<void> => {
    if (isOver()) return
    const result = await attempt(trial)
    if (result === undefined) return
    const names = namesIn(trial)
    if (names.length > 1 && result.outcome !== 'conforms') {
      for (const half of inGroups(names, Math.ceil(names.length / 2)))
        await tryOne({ ...trial, mutant: half.join('+') })
    } else if (names.length > 1) {
      const durationMs = result.durationMs / names.length
      for (const mutant of names) onResult({ ...result, mutant, durationMs })
    } else if (lanes > 1 && isMissed(result)) missed.push({ trial, result })
    else onResult(result)
  }
  try {
    const limit = pLimit(lanes)
    throwFirst(await Promise.allSettled(trials.map((trial) => limit(tryOne, trial))))
    const isTooMany = missed.filter(({ result }) => result.isPartial !== true).length > mostAlone
    for (const { trial, result } of missed) {
      const isTriedAgain = !isOver() && (result.isPartial === true || !isTooMany)
      const later = isTriedAgain ? await attempt(trial) : undefined
      if (later !== undefined) onResult({ ...later, isAlone: true })
      else if (result.isPartial !== true) onResult(result)
    }
  } finally {
    await closePool(pool)
  }
}

function throwFirst(ends: readonly PromiseSettledResult<void>[]): void {
  const end = ends.find((one) => one.status === 'rejected')
  if (end !== undefined) throw end.reason
}

const isMissed = ({ mutant, outcome }: TrialResult): boolean =>
  mutantById(mutant).breaks && outcome !== 'breaks'

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
