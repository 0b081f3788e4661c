/** The kill matrix: which check caught which mutant, and as how many failures it was told. */
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { TriggerKind } from '../triggers.ts'
import type { TrialResult } from './trial.ts'

/** Which check caught which mutant. */
export interface MutantMatrix {
  readonly checks: readonly string[]
  /** For how many trials no time was left. */
  readonly notReached: number
  readonly rows: readonly MatrixRow[]
}

/** One mutant; what several seeds found stands in one row. */
export interface MatrixRow {
  readonly mutant: string
  readonly fault: string
  readonly class: string
  readonly trigger: TriggerKind
  /** Contract-breaking, or a correct variant that must not be accused. */
  readonly breaks: boolean
  readonly caughtBy: readonly string[]
  /** As how many failures it was told; the most, where several seeds were tried. */
  readonly failures?: number
  readonly durationMs: number
  /** Caught by stock schemathesis alone, and by Prism as a proxy alone, where that was measured. */
  readonly stock?: { readonly schemathesis: boolean; readonly prism: boolean }
}

/** Mutants in the order of the catalogue. */
export function buildMatrix(results: readonly TrialResult[], notReached: number): MutantMatrix {
  const checks = [...new Set(results.flatMap(({ caughtBy }) => caughtBy))].toSorted()
  const byMutant = Map.groupBy(results, ({ mutant }) => mutant)
  const rows = catalogue.flatMap((mutant) => toRow(mutant, byMutant.get(mutant.id) ?? []) ?? [])
  return { checks, notReached, rows }
}

function toRow(
  { id, fault, class: kind, trigger, breaks }: Mutant,
  own: readonly TrialResult[],
): MatrixRow | undefined {
  if (own.length === 0) return undefined
  const counts = own.flatMap(({ failures }) => failures ?? [])
  const stock = own.find((result) => result.stock !== undefined)?.stock
  return {
    mutant: id,
    fault,
    class: kind,
    trigger,
    breaks,
    caughtBy: [...new Set(own.flatMap(({ caughtBy }) => caughtBy))],
    ...(counts.length > 0 && { failures: Math.max(...counts) }),
    durationMs: Math.max(...own.map(({ durationMs }) => durationMs)),
    ...(stock && { stock: { schemathesis: stock.schemathesis.caught, prism: stock.prism.caught } }),
  }
}
