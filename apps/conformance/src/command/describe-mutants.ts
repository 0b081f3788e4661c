/** What came out of the mutants, for a person at a terminal. */
import type { MutantsOutcome, Surprise } from '../mutants/run.ts'
import { showText } from '../report/show-octets.ts'
import type { KillMatrix } from '../verdict.ts'

type Row = KillMatrix['rows'][number]

/** So many of the checks that catch a mutant are named. */
const maxChecks = 3

/** Each server with what caught it, class by class; then what came out otherwise than it should, and the sums. */
export function describeMutants(outcome: MutantsOutcome): string {
  const { matrix, survivors, accused, unjudged, durationMs } = outcome
  const classes = [...new Set(matrix.rows.map((row) => row.class))]
  const width = Math.max(0, ...matrix.rows.map(({ mutant }) => mutant.length))
  const lists = classes.map((name) =>
    [name, ...matrix.rows.filter((row) => row.class === name).map((row) => tellRow(row, width))].join('\n'),
  )
  return [
    ...lists,
    ...tellSurprises('Survived', survivors),
    ...tellSurprises('Accused, though correct', accused),
    ...tellSurprises('Could not be judged', unjudged),
    `${sums(matrix.rows)} ${(durationMs / 1000).toFixed(0)} s.`,
    '',
  ].join('\n\n')
}

function tellRow({ mutant, breaks, caughtBy, durationMs, stock }: Row, width: number): string {
  const more = caughtBy.length - maxChecks
  const checks = caughtBy.length === 0 ? (breaks ? 'SURVIVED' : '–') : caughtBy.slice(0, maxChecks).join(', ')
  const others = more > 0 ? ` and ${more} more` : ''
  const tools =
    stock === undefined ? '' : `  [schemathesis ${mark(stock.schemathesis)} prism ${mark(stock.prism)}]`
  return `  ${mutant.padEnd(width)}  ${Math.round(durationMs).toString().padStart(5)} ms  ${checks}${others}${tools}`
}

const mark = (caught: boolean): string => (caught ? '+' : '-')

function tellSurprises(title: string, surprises: readonly Surprise[]): readonly string[] {
  if (surprises.length === 0) return []
  const list = surprises.map(
    ({ mutant, result }) =>
      `  ${mutant.id} (seed ${result.seed}): ${mutant.fault}\n    ${showText(result.summary)}`,
  )
  return [[`${title}:`, ...list].join('\n')]
}

function sums(rows: readonly Row[]): string {
  const mutants = rows.filter(({ breaks }) => breaks)
  const variants = rows.filter(({ breaks }) => !breaks)
  const count = (some: readonly Row[]): number => some.filter(({ caughtBy }) => caughtBy.length > 0).length
  const measured = mutants.flatMap(({ stock }) => (stock === undefined ? [] : [stock]))
  const stock =
    measured.length === 0
      ? ''
      : ` Of the same, stock schemathesis caught ${measured.filter(({ schemathesis }) => schemathesis).length}, Prism as a proxy ${measured.filter(({ prism }) => prism).length}.`
  return `Caught ${count(mutants)} of ${mutants.length} mutants; accused ${count(variants)} of ${variants.length} correct servers.${stock}`
}
