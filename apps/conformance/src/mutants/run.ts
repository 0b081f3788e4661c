/** Runs the harness over the catalogue: every mutant must be caught, and no correct server accused. */
import { availableParallelism } from 'node:os'
import type { KillMatrix } from '../court/verdict.ts'
import { mutants as catalogue } from './catalogue.ts'
import { buildMatrix } from './kill-matrix.ts'
import type { Mutant, MutantClass } from './mutant.ts'
import type { Trial, TrialResult } from './trial.ts'
import { tryAll } from './trial-pool.ts'

/** What to run. */
export interface MutantsOptions {
  /** Mutants of this class alone; of the variants, for `variant`. */
  readonly onlyClass?: MutantClass
  /** These alone, by their names. */
  readonly mutants?: readonly string[]
  /** Mutants that break the given contract, and the correct variants, all judged by the given contract alone. */
  readonly only?: 'given'
  /** With how many seeds each correct variant is tried. */
  readonly seeds?: number
  /** The first seed. */
  readonly seed?: number
  /** How many processes; by default as many as there are cores. */
  readonly jobs?: number
  /** Every judge runs to its end, so that the matrix is complete. */
  readonly full?: boolean
  /** Stock schemathesis and Prism as a proxy are tried on the same servers. */
  readonly compare?: boolean
  /** The address of a module that exports `makeJudges`; by default all judges there are. */
  readonly judges?: string
  /** Of the judges, the one with this name alone. */
  readonly judge?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: MutantsProgress) => void
}

/** Told after each trial. */
export interface MutantsProgress {
  readonly result: TrialResult
  readonly done: number
  readonly total: number
  /** Whether it came out as it should. */
  readonly isFine: boolean
}

/** One server that came out otherwise than it should. */
export interface Surprise {
  readonly mutant: Mutant
  readonly result: TrialResult
}

/** What came out of all. */
export interface MutantsOutcome {
  readonly matrix: KillMatrix
  readonly results: readonly TrialResult[]
  /** Contract-breaking, and not caught. */
  readonly survivors: readonly Surprise[]
  /** Correct, and accused; once for each seed. */
  readonly accused: readonly Surprise[]
  /** Correct, and could not be judged. */
  readonly unjudged: readonly Surprise[]
  readonly durationMs: number
  /** Whether all was tried, all mutants were caught, and no variant was accused or left unjudged. */
  readonly isFine: boolean
}

const allJudges = new URL('../judges.ts', import.meta.url).href

/** Resolves when all is tried, or the signal was aborted. Rejects on faults of the harness. */
export async function runMutants(options: MutantsOptions = {}): Promise<MutantsOutcome> {
  const began = performance.now()
  const { jobs = availableParallelism(), signal = new AbortController().signal, onProgress } = options
  const trials = planTrials(options)
  const results: TrialResult[] = []
  await tryAll(trials, {
    jobs,
    signal,
    onResult: (result) => {
      results.push(result)
      const isFine = surpriseOf(result) === undefined
      onProgress?.({ result, done: results.length, total: trials.length, isFine })
    },
  })
  return conclude(results, trials.length, performance.now() - began)
}

/** The servers that take longest come first, so that no process has to finish one alone. */
function planTrials(options: MutantsOptions): readonly Trial[] {
  const { seeds = 1, seed = 1, only, full = false, compare = false, judges = allJudges, judge } = options
  const chosen = choose(options)
  const trial = (mutant: Mutant, index: number): Trial => ({
    mutant: mutant.id,
    seed: seed + index,
    only: only ?? mutant.only,
    full,
    compare: compare && index === 0,
    judges,
    ...(judge !== undefined && { judge }),
  })
  const variants = chosen.filter(({ breaks }) => !breaks)
  return [
    ...Array.from({ length: seeds }, (_none, index) => variants.map((mutant) => trial(mutant, index))).flat(),
    ...chosen.filter(({ breaks }) => breaks).map((mutant) => trial(mutant, 0)),
  ]
}

function choose({ onlyClass, mutants, only }: MutantsOptions): readonly Mutant[] {
  const unknown = mutants?.find((id) => catalogue.every((mutant) => mutant.id !== id))
  if (unknown !== undefined) {
    throw new RangeError(`There is no mutant ${JSON.stringify(unknown)}.`)
  }
  return catalogue.filter(
    (mutant) =>
      (onlyClass === undefined || mutant.class === onlyClass) &&
      (mutants === undefined || mutants.includes(mutant.id)) &&
      (only === undefined || !mutant.breaks || mutant.origin === only),
  )
}

const byId = new Map(catalogue.map((mutant) => [mutant.id, mutant]))

function surpriseOf(result: TrialResult): Surprise | undefined {
  const mutant = byId.get(result.mutant)
  const due = mutant?.breaks === true ? 'breaks' : 'conforms'
  return mutant === undefined || result.outcome === due ? undefined : { mutant, result }
}

function conclude(results: readonly TrialResult[], total: number, durationMs: number): MutantsOutcome {
  const surprises = results.flatMap((result) => surpriseOf(result) ?? [])
  const accused = surprises.filter(({ mutant, result }) => !mutant.breaks && result.outcome === 'breaks')
  const unjudged = surprises.filter(({ mutant, result }) => !mutant.breaks && result.outcome === 'unjudged')
  return {
    matrix: buildMatrix(results),
    results,
    survivors: surprises.filter(({ mutant }) => mutant.breaks),
    accused,
    unjudged,
    durationMs,
    isFine: surprises.length === 0 && results.length === total,
  }
}
