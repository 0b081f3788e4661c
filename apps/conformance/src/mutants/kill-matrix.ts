/** The kill matrix: which check caught which mutant. */
import type { KillMatrix } from '../court/verdict.ts'
import { mutants as catalogue } from './catalogue.ts'
import type { TrialResult } from './trial.ts'

/** Mutants in the order of the catalogue; what several seeds found stands in one row. */
export function buildMatrix(results: readonly TrialResult[]): KillMatrix {
  const checks = [...new Set(results.flatMap(({ caughtBy }) => caughtBy))].toSorted()
  const rows = catalogue.flatMap(({ id, fault, class: kind, breaks }) => {
    const own = results.filter(({ mutant }) => mutant === id)
    const stock = own.find((result) => result.stock !== undefined)?.stock
    const row = {
      mutant: id,
      fault,
      class: kind,
      breaks,
      caughtBy: [...new Set(own.flatMap(({ caughtBy }) => caughtBy))],
      durationMs: Math.max(...own.map(({ durationMs }) => durationMs)),
    }
    return own.length === 0
      ? []
      : stock === undefined
        ? [row]
        : [{ ...row, stock: { schemathesis: stock.schemathesis.caught, prism: stock.prism.caught } }]
  })
  return { checks, rows }
}
