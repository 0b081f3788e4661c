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

/** What became of one server. Any but the first two is a surprise. */
export type Fate = 'caught' | 'kept' | 'survived' | 'accused' | 'inconclusive'

/** One server; what several seeds found is in one row. */
export interface Row extends Pick<Mutant, 'id' | 'fault' | 'breaks'> {
  readonly fate: Fate
  /** Checker and rule of every finding, such as `sessions/plant-has-name`. */
  readonly caughtBy: readonly string[]
  /** The headlines of the failures it was reported as. */
  readonly failures: readonly string[]
  /** The verdict in a sentence, and the first finding; of the trial with a surprise, if there was one. */
  readonly summary: string
  readonly durationMs: number
}

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
  const byMutant = Map.groupBy(results, ({ mutant }) => mutant)
  const rows = catalogue.flatMap((mutant) => toRow(mutant, byMutant.get(mutant.id) ?? []) ?? [])
  return {
    rows,
    trials: results.length,
    durationMs: performance.now() - began,
    isFine: !rows.some((row) => isSurprise(row)) && signal?.aborted !== true,
  }
}

/** Whether the server did not come out as it should. */
export const isSurprise = ({ fate }: Pick<Row, 'fate'>): boolean => fate !== 'caught' && fate !== 'kept'

function toRow({ id, fault, breaks }: Mutant, own: readonly TrialResult[]): Row | undefined {
  const due = breaks ? 'breaks' : 'conforms'
  const telling = own.find(({ outcome }) => outcome !== due) ?? own[0]
  if (telling === undefined) return undefined
  return {
    id,
    fault,
    breaks,
    fate: fateOf(breaks, telling),
    caughtBy: [...new Set(own.flatMap(({ caughtBy }) => caughtBy))],
    failures: telling.failures,
    summary: telling.summary,
    durationMs: Math.max(...own.map(({ durationMs }) => durationMs)),
  }
}

function fateOf(breaks: boolean, { outcome }: TrialResult): Fate {
  if (outcome === 'inconclusive') return 'inconclusive'
  if (outcome === 'breaks') return breaks ? 'caught' : 'accused'
  return breaks ? 'survived' : 'kept'
}
