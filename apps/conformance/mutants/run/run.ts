/** Runs the harness over the catalogue: every mutant must be caught, and no correct server accused. */
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import { type MutantsOptions, namesIn, planTrials } from './plan.ts'
import type { TrialResult } from './try-mutant.ts'
import { tryAll } from './try-all.ts'

/** What to run, and whom to tell. */
export interface RunOptions extends MutantsOptions {
  readonly signal?: AbortSignal
  /** Called after each trial. */
  readonly onProgress?: (result: TrialResult, done: number, total: number) => void
}

/** One server, and what became of it. */
export type Row = Pick<Mutant, 'id' | 'fault' | 'breaks'> & TrialResult

/** The results of all trials; the rows are in the order of the catalogue. */
export interface MutantsOutcome {
  readonly rows: readonly Row[]
  readonly trials: number
  readonly durationMs: number
  /** Whether the run was not interrupted, all mutants were caught, and no variant was accused or left inconclusive. */
  readonly isFine: boolean
}

/** Resolves when all servers are tried, or the signal was aborted. Rejects on faults of the harness, and when a process dies. */
export async function runMutants(options: RunOptions = {}): Promise<MutantsOutcome> {
  const began = performance.now()
  const { onProgress, signal } = options
  const trials = planTrials(options)
  const total = trials.flatMap((trial) => namesIn(trial)).length
  const results: TrialResult[] = []
  await tryAll(trials, options, (result) => {
    results.push(result)
    onProgress?.(result, results.length, total)
  })
  const rows = catalogue.flatMap(({ id, fault, breaks }) =>
    results
      .filter(({ mutant }) => mutant === id)
      .map((result) => Object.assign({ id, fault, breaks }, result)),
  )
  return {
    rows,
    trials: results.length,
    durationMs: performance.now() - began,
    isFine: !rows.some((row) => isSurprise(row)) && signal?.aborted !== true,
  }
}

/** Whether the server did not come out as it should. */
export const isSurprise = ({ fate }: Pick<Row, 'fate'>): boolean => fate !== 'caught' && fate !== 'kept'
