/** What came out of all mutants, for a person at a terminal: the kill matrix, line by line, and what went wrong. */
import { styleText } from 'node:util'
import type { KillMatrix } from '../verdict.ts'
import { mutantById } from './catalogue.ts'
import type { MutantsOutcome, Surprise } from './run.ts'

type Row = KillMatrix['rows'][number]

/** Where it is written to: colours are left out where it is no terminal. */
type Stream = NonNullable<Parameters<typeof styleText>[2]>['stream']

/** The rows, the classes, the checks, the surprises, and the verdict at the end. Ends with a line end. */
export function describeOutcome(outcome: MutantsOutcome, stream: Stream): string {
  const { matrix, survivors, accused, unjudged } = outcome
  return [
    matrix.rows.map((row) => describeRow(row)),
    describeClasses(matrix.rows),
    describeChecks(matrix),
    describeComparison(outcome),
    describeSurprises('Survived, though it breaks the contract', survivors),
    describeSurprises('Accused, though it keeps the contract', accused),
    describeSurprises('Not judged, though it keeps the contract', unjudged),
    [styleText(['bold', outcome.isFine ? 'green' : 'red'], summarize(outcome), { stream })],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** One sentence. */
export function summarize({
  matrix,
  results,
  survivors,
  accused,
  unjudged,
  durationMs,
}: MutantsOutcome): string {
  const mutants = matrix.rows.filter(({ breaks }) => breaks).length
  const variants = matrix.rows.length - mutants
  const parts = [
    `${mutants - survivors.length} of ${mutants} servers with a fault were caught`,
    `${countMutants(accused)} of ${variants} correct ones accused`,
    ...(unjudged.length > 0 ? [`${countMutants(unjudged)} not judged`] : []),
  ]
  return `${parts.join(', ')}: ${results.length} trials in ${seconds(durationMs)}.`
}

const countMutants = (surprises: readonly Surprise[]): number =>
  new Set(surprises.map(({ mutant }) => mutant.id)).size

function describeRow({ mutant, breaks, caughtBy, durationMs, stock }: Row): string {
  const isFine = breaks === caughtBy.length > 0
  const verdict = breaks ? (isFine ? 'caught' : 'SURVIVED') : isFine ? 'kept' : 'ACCUSED'
  const tools =
    stock === undefined
      ? ''
      : `  stock: ${tick('schemathesis', stock.schemathesis)} ${tick('prism', stock.prism)}`
  const ms = String(Math.round(durationMs)).padStart(6)
  return `${verdict.padEnd(8)} ${ms} ms  ${mutant}  ${caughtBy.join(', ')}${tools}`.trimEnd()
}

const tick = (name: string, caught: boolean): string => `${name} ${caught ? 'yes' : 'no'}`

function describeClasses(rows: readonly Row[]): readonly string[] {
  const classes = [...new Set(rows.map((row) => row.class))]
  const isCompared = rows.some(({ stock }) => stock !== undefined)
  const stock = isCompared ? ['stock schemathesis', 'stock Prism'] : []
  return align([
    ['class', 'servers', 'caught', ...stock, 'median', 'slowest'],
    ...classes.map((kind) =>
      describeClass(
        kind,
        rows.filter((row) => row.class === kind),
        isCompared,
      ),
    ),
  ])
}

function describeClass(kind: string, rows: readonly Row[], isCompared: boolean): readonly string[] {
  const times = rows.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other)
  const count = (holds: (row: Row) => boolean): string => String(rows.filter((row) => holds(row)).length)
  const row = [kind, String(rows.length), count(({ caughtBy }) => caughtBy.length > 0)]
  if (isCompared) {
    row.push(
      count(({ stock }) => stock?.schemathesis === true),
      count(({ stock }) => stock?.prism === true),
    )
  }
  return [...row, ...timesOf(times)]
}

/** How much each check found, and how much nobody else did. */
function describeChecks({ checks, rows }: KillMatrix): readonly string[] {
  const mutants = rows.filter(({ breaks }) => breaks)
  const table = checks.map((check) => {
    const own = mutants.filter(({ caughtBy }) => caughtBy.includes(check))
    return [check, String(own.length), String(own.filter(({ caughtBy }) => caughtBy.length === 1).length)]
  })
  return table.length === 0 ? [] : align([['check', 'caught', 'alone'], ...table])
}

/** The harness and the tools by themselves, on the same servers. */
function describeComparison({ results }: MutantsOutcome): readonly string[] {
  const compared = results.flatMap(({ mutant, outcome, durationMs, stock }) =>
    stock === undefined
      ? []
      : [
          {
            breaks: mutantById(mutant).breaks,
            harness: { caught: outcome === 'breaks', durationMs },
            ...stock,
          },
        ],
  )
  const row = (name: string, tool: 'harness' | 'schemathesis' | 'prism'): readonly string[] => {
    const count = (breaks: boolean): number =>
      compared.filter((one) => one.breaks === breaks && one[tool].caught).length
    const times = compared.map((one) => one[tool].durationMs).toSorted((one, other) => one - other)
    return [name, String(count(true)), String(count(false)), ...timesOf(times)]
  }
  return compared.length === 0
    ? []
    : align([
        ['on the same servers', 'caught', 'accused', 'median', 'slowest'],
        row('this harness', 'harness'),
        row('stock schemathesis', 'schemathesis'),
        row('stock Prism, as a proxy', 'prism'),
      ])
}

const timesOf = (sorted: readonly number[]): readonly string[] => [
  seconds(sorted[Math.floor(sorted.length / 2)] ?? 0),
  seconds(sorted.at(-1) ?? 0),
]

function describeSurprises(title: string, surprises: readonly Surprise[]): readonly string[] {
  const lines = surprises.flatMap(({ mutant, result }) => [
    `  ${mutant.id} (${mutant.class}, ${mutant.origin}, seed ${result.seed}): ${mutant.fault}`,
    `    ${result.summary}`,
  ])
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** The first column to the left, numbers to the right. */
function align(table: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = table
  const widths = head.map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
