/** The kill matrix: which check caught which mutant, and as how many failures it was told. */
import type { KillMatrix } from '../../src/report/html/matrix-report.ts'
import { mutants as catalogue } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import type { TriggerKind } from '../triggers.ts'
import type { TrialResult } from './trial.ts'

type Row = KillMatrix['rows'][number] & {
  readonly trigger: TriggerKind
  /** The most, where several seeds were tried. */
  readonly failures?: number
}

/** The matrix as reports show it, with what only the catalogue knows. */
export interface MutantMatrix extends KillMatrix {
  readonly rows: readonly Row[]
}

/** Mutants in the order of the catalogue; what several seeds found stands in one row. */
export function buildMatrix(results: readonly TrialResult[]): MutantMatrix {
  const checks = [...new Set(results.flatMap(({ caughtBy }) => caughtBy))].toSorted()
  const byMutant = Map.groupBy(results, ({ mutant }) => mutant)
  const rows = catalogue.flatMap((mutant) => toRow(mutant, byMutant.get(mutant.id) ?? []) ?? [])
  return { checks, rows }
}

function toRow(
  { id, fault, class: kind, trigger, breaks }: Mutant,
  own: readonly TrialResult[],
): Row | undefined {
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
