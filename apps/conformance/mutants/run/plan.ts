/** Which servers of the catalogue are tried, how, and in which order. */
import { InputError } from '../../src/input-error.ts'
import { matchesGlob } from 'node:path'
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { Telling } from '../server/world.ts'
import { groupsOf } from './groups.ts'

/** How one server, or several in one, is to be tried. */
export interface Trial {
  /** Its name in the catalogue; for several in one server, their names joined by plus signs. */
  readonly mutant: string
  readonly seed: number
  /** `given`: checked by the original contract alone. */
  readonly only: 'given' | 'all'
  /** How much the harness is told about the world of the server. */
  readonly telling: Telling
  /** The address of a module that exports `makeCheckers`. */
  readonly checkers: string
  /** Only the checker with this name. */
  readonly checker?: string | undefined
}

/** The names of those that are tried as one server. */
export const namesIn = ({ mutant }: Pick<Trial, 'mutant'>): readonly string[] => mutant.split('+')

/** What to run; without options, each server once by all checkers. */
export interface MutantsOptions extends Partial<Omit<Trial, 'mutant' | 'only'>> {
  /** Only the correct servers, or only all others. */
  readonly onlyClass?: 'variant' | 'fault'
  /** Only those whose names match one of these patterns, in which a star stands for any text. */
  readonly patterns?: readonly string[]
  /** Only mutants that break the given contract, and the correct variants, all checked by that contract alone. */
  readonly given?: boolean
  /** How many processes; by default as many as there are cores. */
  readonly jobs?: number
  /** This many correct servers are tried as one server, and fewer only where that one is accused. */
  readonly together?: number
}

const allCheckers = new URL('../../plant-store/checkers.ts', import.meta.url).href

/** Correct servers take longest, so they come first: no process has to finish one alone. */
export function planTrials(options: MutantsOptions): readonly Trial[] {
  const { seed = 1, given = false, together = 1, checker } = options
  const { telling = 'world', checkers = allCheckers } = options
  const chosen = choose(options)
  const trial = (members: readonly Mutant[]): Trial => ({
    mutant: members.map(({ id }) => id).join('+'),
    seed,
    only: given ? 'given' : (members[0]?.only ?? 'all'),
    telling,
    checkers,
    checker,
  })
  const { faulty = [], correct = [] } = Object.groupBy(chosen, ({ breaks }) =>
    breaks ? 'faulty' : 'correct',
  )
  return [...groupsOf(correct, together), ...faulty.map((mutant) => [mutant])].map((members) =>
    trial(members),
  )
}

/** Throws an `InputError` for a pattern that no name matches. */
function choose({ onlyClass, patterns, given }: MutantsOptions): readonly Mutant[] {
  const unknown = patterns?.find((pattern) => catalogue.every(({ id }) => !matchesGlob(id, pattern)))
  if (unknown !== undefined) throw new InputError(`There is no mutant ${JSON.stringify(unknown)}.`)
  return catalogue.filter(
    ({ id, breaks, origin }) =>
      (onlyClass === undefined || breaks === (onlyClass === 'fault')) &&
      (patterns === undefined || patterns.some((pattern) => matchesGlob(id, pattern))) &&
      (given !== true || !breaks || origin === 'given'),
  )
}
