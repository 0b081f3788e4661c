/** Which servers of the catalogue are tried, how, and in which order. */
import { matchesGlob } from 'node:path'
import { sample, shuffledSubarray } from 'fast-check'
import { CommandFailure } from '../../src/command/exit-codes.ts'
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { Telling } from '../server/world.ts'
import { groupsOf } from './groups.ts'
import { namesIn, type Trial } from './trial.ts'

/** What to run. */
export interface MutantsOptions {
  /** Only mutants of this class; `variant` stands for the correct variants, and `fault` for all others. */
  readonly onlyClass?: string
  /** Only those whose names match one of these patterns, in which a star stands for any text. */
  readonly patterns?: readonly string[]
  /** Only mutants that break the given contract, and the correct variants, all judged by that contract alone. */
  readonly given?: boolean
  /** How much the harness is told about the worlds of the servers; by default everything. */
  readonly telling?: Telling
  /** How many seeds each correct variant is tried with. */
  readonly seeds?: number
  /** The first seed. */
  readonly seed?: number
  /** How many processes; by default as many as there are cores. */
  readonly jobs?: number
  /** No trial begins after this many seconds. */
  readonly within?: number
  /**
   * Draws the order in which servers are tried, those first that are tried together; by default correct ones come first,
   * in the order of the catalogue.
   */
  readonly shuffle?: number
  /** This many correct servers are tried as one server, and fewer only where that one is accused. */
  readonly together?: number
  /** Every judge runs to its end, so that the matrix is complete. */
  readonly full?: boolean
  /** The address of a module that exports `makeJudges`; by default that of all judges. */
  readonly judges?: string
  /** Only the judge with this name. */
  readonly judge?: string
}

const allJudges = new URL('../../src/judges.ts', import.meta.url).href

/** Correct servers take longest. They, or those of them that are tried together, come first: no process has to finish one alone. */
export function planTrials(options: MutantsOptions): readonly Trial[] {
  const {
    seeds = 1,
    seed = 1,
    given = false,
    telling = 'world',
    full = false,
    judges = allJudges,
    judge,
    together = 1,
  } = options
  const chosen = choose(options)
  const trial = (mutant: Pick<Mutant, 'id' | 'only'>, index: number): Trial => ({
    mutant: mutant.id,
    seed: seed + index,
    only: given ? 'given' : mutant.only,
    telling,
    full,
    judges,
    ...(judge !== undefined && { judge }),
  })
  const variants = groupsOf(
    chosen.filter(({ breaks }) => !breaks),
    together,
  ).map((members) => ({ id: members.map(({ id }) => id).join('+'), only: members[0]?.only ?? 'all' }))
  const trials = [
    ...Array.from({ length: seeds }, (_none, index) => variants.map((mutant) => trial(mutant, index))).flat(),
    ...chosen.filter(({ breaks }) => breaks).map((mutant) => trial(mutant, 0)),
  ]
  const { shuffle } = options
  return shuffle === undefined ? trials : inDrawnOrder(trials, shuffle)
}

/** The more servers a trial is for, the earlier it comes; otherwise the order is drawn. */
function inDrawnOrder(trials: readonly Trial[], seed: number): readonly Trial[] {
  const all = shuffledSubarray([...trials], { minLength: trials.length })
  const drawn = sample(all, { seed, numRuns: 1 })[0] ?? []
  return drawn.toSorted((one, other) => namesIn(other).length - namesIn(one).length)
}

/** Throws a `CommandFailure` for a pattern that no name matches, or an unknown class. */
export function choose({ onlyClass, patterns, given }: MutantsOptions): readonly Mutant[] {
  const unknown = patterns?.find((pattern) => catalogue.every(({ id }) => !matchesGlob(id, pattern)))
  if (unknown !== undefined) throw new CommandFailure(`There is no mutant ${JSON.stringify(unknown)}.`)
  const classes: readonly string[] = [...new Set(catalogue.map((mutant) => mutant.class)), 'fault']
  if (onlyClass !== undefined && classes.every((kind) => kind !== onlyClass))
    throw new CommandFailure(
      `There is no class ${JSON.stringify(onlyClass)}; the classes are ${classes.join(', ')}.`,
    )
  return catalogue.filter(
    ({ id, breaks, origin, class: kind }) =>
      (onlyClass === undefined || kind === onlyClass || (onlyClass === 'fault' && breaks)) &&
      (patterns === undefined || patterns.some((pattern) => matchesGlob(id, pattern))) &&
      (given !== true || !breaks || origin === 'given'),
  )
}
