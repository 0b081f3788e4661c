/** One server of the catalogue before the judges: how it is tried, and the result. */
import type { Verdict } from '../../src/court/verdict.ts'
import type { Telling } from '../server/world.ts'

/** How a server is to be tried. */
export interface Trial {
  /** Its name in the catalogue; for several in one server, their names joined by plus signs. */
  readonly mutant: string
  readonly seed: number
  /** `given`: judged by the original contract alone. */
  readonly only: 'given' | 'all'
  readonly telling: Telling
  /** Every judge runs to its end; otherwise one finding is enough, and the quickest judge is heard first. */
  readonly full: boolean
  /** A module that exports `makeJudges`. */
  readonly judges: string
  /** Only this one of those judges. */
  readonly judge?: string
}

/** The names of those that are tried as one server. */
export const namesIn = ({ mutant }: Trial): readonly string[] => mutant.split('+')

/** The result of a trial. */
export interface TrialResult {
  readonly mutant: string
  readonly seed: number
  readonly outcome: Verdict['outcome']
  /** Judge and rule of every finding, such as `sessions/plant-has-name`. */
  readonly caughtBy: readonly string[]
  /** The headlines of the failures it was reported as, where every judge ran to its end: one fault should be one. */
  readonly failures?: readonly string[]
  /** The verdict in a sentence, and the first finding. */
  readonly summary: string
  /** Of several servers tried as one, each has the same share of the time. */
  readonly durationMs: number
  /** It was tried a second time, alone. */
  readonly isAlone?: true
  /** The time of a check was up before everything was sent, so that a fault may have been missed for that reason alone. */
  readonly isPartial?: true
}
