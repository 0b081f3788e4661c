/** One server of the catalogue before the judges: what is to be done, and what came out. */
import type { Verdict } from '../../src/court/verdict.ts'
import type { Telling } from '../server/world.ts'

/** How a server is to be tried. */
export interface Trial {
  /** Its name in the catalogue; of several in one server their names, with plus signs between them. */
  readonly mutant: string
  readonly seed: number
  /** `given`: judged by the original contract alone. */
  readonly only: 'given' | 'all'
  readonly telling: Telling
  /** Every judge runs to its end; otherwise one finding is enough, and the quickest judge is heard first. */
  readonly full: boolean
  /** The tools are run by themselves as well, as they come. */
  readonly compare: boolean
  /** A module that exports `makeJudges`. */
  readonly judges: string
  /** Of those judges, this one alone. */
  readonly judge?: string
}

/** What came out. */
export interface TrialResult {
  readonly mutant: string
  readonly seed: number
  readonly outcome: Verdict['outcome']
  /** Judge and rule of every finding, such as `sessions/plant-has-name`. */
  readonly caughtBy: readonly string[]
  /** As how many failures it was told, where every judge came to its end: one is due for one fault. */
  readonly failures?: number
  /** The verdict in a sentence, and the first finding. */
  readonly summary: string
  readonly durationMs: number
  /** So many correct servers were tried as one. */
  readonly together?: number
  /** It was tried a second time, with nothing beside it. */
  readonly isAlone?: true
  readonly stock?: Readonly<Record<'schemathesis' | 'prism', StockResult>>
}

/** What a tool caught that was run as it comes, without anything of ours: a cell of the table that compares. */
export interface StockResult {
  readonly caught: boolean
  readonly durationMs: number
  /** What it said, one line each; empty where it caught nothing. */
  readonly what: readonly string[]
}
