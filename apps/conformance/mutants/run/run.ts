/** Runs the harness over the catalogue: every mutant must be caught, and no correct server accused. */
import { mutantById } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import { buildMatrix, dueOutcome, type MutantMatrix } from './matrix.ts'
import { type MutantsOptions, planTrials } from './plan.ts'
import { namesIn, type TrialResult } from './trial.ts'
import { tryAll } from './try-all.ts'

/** What to run, and whom to tell. */
export interface RunOptions extends MutantsOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: MutantsProgress) => void
}

/** Reported after each trial. */
interface MutantsProgress {
  readonly result: TrialResult
  readonly done: number
  readonly total: number
}

/** One server that did not come out as it should. */
export interface Surprise {
  readonly mutant: Mutant
  readonly result: TrialResult
}

/** The results of all trials. */
export interface MutantsOutcome {
  readonly matrix: MutantMatrix
  readonly results: readonly TrialResult[]
  /** Contract-breaking, and not caught. */
  readonly survivors: readonly Surprise[]
  /** Correct, and accused; once for each seed. */
  readonly accused: readonly Surprise[]
  /** Correct, and could not be judged. */
  readonly unjudged: readonly Surprise[]
  readonly durationMs: number
  /** Whether the run was not interrupted, all mutants were caught, and no variant was accused or left unjudged. */
  readonly isFine: boolean
}

/**
 * Resolves when all servers are tried, the time is up, or the signal was aborted. Rejects on faults of the harness, and
 * when a process dies.
 */
export async function runMutants(options: RunOptions = {}): Promise<MutantsOutcome> {
  const began = performance.now()
  const { onProgress, signal } = options
  const trials = planTrials(options)
  const total = trials.flatMap((trial) => namesIn(trial)).length
  const results: TrialResult[] = []
  await tryAll(trials, options, (result) => {
    results.push(result)
    onProgress?.({ result, done: results.length, total })
  })
  const surprises = results.flatMap((result) => surpriseOf(result) ?? [])
  const correct = surprises.filter(({ mutant }) => !mutant.breaks)
  return {
    matrix: buildMatrix(results, total - results.length),
    results,
    survivors: surprises.filter(({ mutant }) => mutant.breaks),
    accused: correct.filter(({ result }) => result.outcome === 'breaks'),
    unjudged: correct.filter(({ result }) => result.outcome === 'unjudged'),
    durationMs: performance.now() - began,
    isFine: surprises.length === 0 && signal?.aborted !== true,
  }
}

function surpriseOf(result: TrialResult): Surprise | undefined {
  const mutant = mutantById(result.mutant)
  return result.outcome === dueOutcome(mutant.breaks) ? undefined : { mutant, result }
}
