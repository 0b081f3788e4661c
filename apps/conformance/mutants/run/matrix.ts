/** The kill matrix: which check caught which mutant, and the failures it was reported as. */
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { TriggerKind } from '../triggers.ts'
import type { TrialResult } from './trial.ts'

/** Which check caught which mutant. */
export interface MutantMatrix {
  readonly checks: readonly string[]
  /** How many trials there was no time for. */
  readonly notReached: number
  readonly rows: readonly MatrixRow[]
}

/** One mutant; what several seeds found is in one row. */
export interface MatrixRow {
  readonly mutant: string
  readonly fault: string
  readonly class: string
  readonly trigger: TriggerKind
  /** Whether it breaks the contract; if not, it is a correct variant that must not be accused. */
  readonly breaks: boolean
  /** Whether every trial came out as it should: a fault was caught, or a correct variant was judged and not accused. */
  readonly isFine: boolean
  readonly caughtBy: readonly string[]
  /** The headlines of the failures it was reported as; of the trial with the most, where several seeds were tried. */
  readonly failures?: readonly string[]
  readonly durationMs: number
}

/** The rows are in the order of the catalogue. */
export function buildMatrix(results: readonly TrialResult[], notReached: number): MutantMatrix {
  const checks = [...new Set(results.flatMap(({ caughtBy }) => caughtBy))].toSorted()
  const byMutant = Map.groupBy(results, ({ mutant }) => mutant)
  const rows = catalogue.flatMap((mutant) => toRow(mutant, byMutant.get(mutant.id) ?? []) ?? [])
  return { checks, notReached, rows }
}

/** A faulty server that could not be judged was not caught either. */
export function verdictOn({
  isFine,
  breaks,
  caughtBy,
}: MatrixRow): 'caught' | 'kept' | 'survived' | 'accused' | 'unjudged' {
  if (isFine) return breaks ? 'caught' : 'kept'
  if (breaks) return 'survived'
  return caughtBy.length > 0 ? 'accused' : 'unjudged'
}

/** What a trial must come to. */
export const dueOutcome = (breaks: boolean): TrialResult['outcome'] => (breaks ? 'breaks' : 'conforms')

function toRow(
  { id, fault, class: kind, trigger, breaks }: Mutant,
  own: readonly TrialResult[],
): MatrixRow | undefined {
  if (own.length === 0) return undefined
  const [failures] = own
    .flatMap((result) => (result.failures === undefined ? [] : [result.failures]))
    .toSorted((one, other) => other.length - one.length)
  return {
    mutant: id,
    fault,
    class: kind,
    trigger,
    breaks,
    isFine: own.every(({ outcome }) => outcome === dueOutcome(breaks)),
    caughtBy: [...new Set(own.flatMap(({ caughtBy }) => caughtBy))],
    ...(failures && { failures }),
    durationMs: Math.max(...own.map(({ durationMs }) => durationMs)),
  }
}
