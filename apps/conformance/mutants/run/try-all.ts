/** Hands trials to processes, a given number at a time. */
import { availableParallelism } from 'node:os'
import { inGroups } from '@plant-store/raw-http'
import pLimit from 'p-limit'
import { mutantById } from '../catalogue.ts'
import { namesIn, type Trial } from './plan.ts'
import { closePool, openPool, runIn } from './pool.ts'
import type { TrialResult } from './try-mutant.ts'

const workerFile = new URL('try-mutant.ts', import.meta.url).href

/** Where this many are missed although they are tried alone, the busy machine is not the reason. */
const mostAlone = 8

/**
 * Resolves when `onResult` has been told of each server tried. A mutant not caught beside others is tried once more
 * after them, alone: some faults show only where requests come at the same time, which they may not do on a busy
 * machine. Several in one server are reported one by one, each with its share of the time; where that server does not
 * come out as it should, each half of them is tried, down to single ones. The first trial that fails ends all the others.
 */
export async function tryAll(
  trials: readonly Trial[],
  { jobs = availableParallelism(), signal: interrupt }: { jobs?: number; signal?: AbortSignal },
  onResult: (result: TrialResult) => void,
): Promise<void> {
  const failed = new AbortController()
  const signal = interrupt === undefined ? failed.signal : AbortSignal.any([interrupt, failed.signal])
  const lanes = Math.max(1, Math.min(jobs, trials.length))
  const pool = openPool(workerFile, lanes)
  /** Resolves to undefined once the signal is aborted. */
  const attempt = (trial: Trial): Promise<TrialResult | undefined> =>
    runIn<TrialResult>(pool, 'perform', trial, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      failed.abort()
      throw new Error(`${trial.mutant} could not be tried: ${describe(error)}`, { cause: error })
    })
  const missed: [Trial, TrialResult][] = []
  const tryOne = async (trial: Trial): Promise<void> => {
    const result = await attempt(trial)
    if (result === undefined) return
    const names = namesIn(trial)
    if (names.length > 1 && result.fate !== 'kept') {
      for (const half of inGroups(names, Math.ceil(names.length / 2)))
        await tryOne({ ...trial, mutant: half.join('+') })
    } else if (names.length > 1) {
      const durationMs = result.durationMs / names.length
      for (const mutant of names) onResult({ ...result, mutant, durationMs })
    } else if (lanes > 1 && isMissed(result)) missed.push([trial, result])
    else onResult(result)
  }
  try {
    const limit = pLimit(lanes)
    const ends = await Promise.allSettled(trials.map((trial) => limit(tryOne, trial)))
    const failure = ends.find((end) => end.status === 'rejected')
    if (failure !== undefined) throw failure.reason
    let missedAlone = 0
    for (const [trial, result] of missed) {
      const alone = missedAlone < mostAlone ? await attempt(trial) : undefined
      if (alone !== undefined && isMissed(alone)) missedAlone += 1
      onResult(alone ?? result)
    }
  } finally {
    await closePool(pool)
  }
}

const isMissed = ({ mutant, fate }: TrialResult): boolean => mutantById(mutant).breaks && fate !== 'caught'

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
