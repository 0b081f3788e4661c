/** Runs the harness over the catalogue: every mutant must be caught, and no correct server accused. */
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { CommandFailure } from '../../src/command/exit-codes.ts'
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { Telling } from '../server/world.ts'
import { buildMatrix, type MutantMatrix } from './matrix.ts'
import { closePool, openPool, runIn } from './pool.ts'
import type { Trial, TrialResult } from './trial.ts'

/** What to run. */
export interface MutantsOptions {
  /** Mutants of this class alone; of the variants, for `variant`. */
  readonly onlyClass?: string
  /** Those alone whose names fit one of these patterns, in which a star stands for any text. */
  readonly patterns?: readonly string[]
  /** Mutants that break the given contract, and the correct variants, all judged by the given contract alone. */
  readonly given?: boolean
  /** How much the harness is told of the worlds of the servers; by default everything. */
  readonly telling?: Telling
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
interface MutantsProgress {
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
  readonly matrix: MutantMatrix
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

const allJudges = new URL('../../src/judges.ts', import.meta.url).href
const workerFile = new URL('try-mutant.ts', import.meta.url).href

/** Resolves when all is tried, or the signal was aborted. Rejects on faults of the harness, and where a process dies. */
export async function runMutants(options: MutantsOptions = {}): Promise<MutantsOutcome> {
  const began = performance.now()
  const { signal, onProgress } = options
  const trials = planTrials(options)
  const results: TrialResult[] = []
  await tryAll(trials, options.jobs ?? availableParallelism(), signal, (result) => {
    results.push(result)
    const isFine = surpriseOf(result) === undefined
    onProgress?.({ result, done: results.length, total: trials.length, isFine })
  })
  return conclude(results, trials.length, performance.now() - began)
}

/** Hands trials to processes. The first that fails ends all the others. */
async function tryAll(
  trials: readonly Trial[],
  jobs: number,
  interrupt: AbortSignal | undefined,
  onResult: (result: TrialResult) => void,
): Promise<void> {
  const failed = new AbortController()
  const signal = interrupt === undefined ? failed.signal : AbortSignal.any([interrupt, failed.signal])
  const pool = openPool(workerFile, Math.max(1, Math.min(jobs, trials.length)))
  const waiting = [...trials]
  const lane = async (): Promise<void> => {
    for (let trial = waiting.shift(); trial !== undefined && !signal.aborted; trial = waiting.shift()) {
      const { mutant } = trial
      const result = await runIn<TrialResult>(pool, 'perform', trial, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined
        failed.abort()
        throw new Error(`${mutant} could not be tried: ${describe(error)}`, { cause: error })
      })
      if (result !== undefined) onResult(result)
    }
  }
  try {
    const ends = await Promise.allSettled(Array.from({ length: Math.min(jobs, trials.length) }, lane))
    const end = ends.find((one) => one.status === 'rejected')
    if (end !== undefined) throw end.reason
  } finally {
    await closePool(pool)
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Correct servers take longest, and come first: so no process has to finish one alone. */
function planTrials(options: MutantsOptions): readonly Trial[] {
  const {
    seeds = 1,
    seed = 1,
    given = false,
    telling = 'world',
    full = false,
    compare = false,
    judges = allJudges,
    judge,
  } = options
  const chosen = choose(options)
  const trial = (mutant: Mutant, index: number): Trial => ({
    mutant: mutant.id,
    seed: seed + index,
    only: given ? 'given' : mutant.only,
    telling,
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

/** Throws a `CommandFailure` for a pattern that no name fits, or a class that there is not. */
export function choose({ onlyClass, patterns, given }: MutantsOptions): readonly Mutant[] {
  const unknown = patterns?.find((pattern) => catalogue.every(({ id }) => !matchesGlob(id, pattern)))
  if (unknown !== undefined) throw new CommandFailure(`There is no mutant ${JSON.stringify(unknown)}.`)
  const classes = [...new Set(catalogue.map((mutant) => mutant.class))]
  if (onlyClass !== undefined && classes.every((kind) => kind !== onlyClass))
    throw new CommandFailure(
      `There is no class ${JSON.stringify(onlyClass)}; there are ${classes.join(', ')}.`,
    )
  return catalogue.filter(
    ({ id, breaks, origin, class: kind }) =>
      (onlyClass === undefined || kind === onlyClass) &&
      (patterns === undefined || patterns.some((pattern) => matchesGlob(id, pattern))) &&
      (given !== true || !breaks || origin === 'given'),
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
  const correct = surprises.filter(({ mutant }) => !mutant.breaks)
  return {
    matrix: buildMatrix(results),
    results,
    survivors: surprises.filter(({ mutant }) => mutant.breaks),
    accused: correct.filter(({ result }) => result.outcome === 'breaks'),
    unjudged: correct.filter(({ result }) => result.outcome === 'unjudged'),
    durationMs,
    isFine: surprises.length === 0 && results.length === total,
  }
}
