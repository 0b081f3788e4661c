/** The results of all mutants, for a person at a terminal: how many of each class were caught, and what went wrong. */
import { styleText } from 'node:util'
import type { MaybeTerminal } from '../../src/command/terminal.ts'
import { showText } from '../../src/report/show-octets.ts'
import type { MatrixRow as Row } from './matrix.ts'
import type { MutantsOutcome, Surprise } from './run.ts'

/** At most this many faults are named of those reported as the most failures. */
const maxWorst = 20

/** The classes, the surprises, and the totals at the end. Ends with a line break. */
export function describeMutants(outcome: MutantsOutcome, stdout: MaybeTerminal): string {
  const { matrix, survivors, accused, unjudged } = outcome
  return [
    describeGroups('class', matrix.rows, (row) => row.class),
    describeFailures(matrix.rows),
    describeSurprises('Survived, though it breaks the contract', survivors),
    describeSurprises('Accused, though it keeps the contract', accused),
    describeSurprises('Not judged, though it keeps the contract', unjudged),
    [styleText(['bold', outcome.isFine ? 'green' : 'red'], summarize(outcome), { stream: stdout })],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** One sentence. */
function summarize({ matrix, results, survivors, accused, unjudged, durationMs }: MutantsOutcome): string {
  const mutants = matrix.rows.filter(({ breaks }) => breaks).length
  const variants = matrix.rows.length - mutants
  const parts = [
    `${mutants - survivors.length} of ${mutants} servers with a fault were caught`,
    `${countMutants(accused)} of ${variants} correct ones accused`,
    ...(unjudged.length > 0 ? [`${countMutants(unjudged)} not judged`] : []),
    ...(matrix.notReached > 0 ? [`no time for ${matrix.notReached} more`] : []),
  ]
  return `${parts.join(', ')}: ${results.length === 1 ? '1 trial' : `${results.length} trials`} in ${seconds(durationMs)}.`
}

const countMutants = (surprises: readonly Surprise[]): number =>
  new Set(surprises.map(({ mutant }) => mutant.id)).size

function describeGroups(
  title: string,
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): readonly string[] {
  const groups = [...Map.groupBy(rows, (row) => groupOf(row))]
  return align([
    [title, 'servers', 'caught', 'median', 'slowest'],
    ...groups.map(([name, own]) => describeGroup(name, own)),
  ])
}

function describeGroup(name: string, rows: readonly Row[]): readonly string[] {
  const count = (holds: (row: Row) => boolean): string => String(rows.filter((row) => holds(row)).length)
  return [
    name,
    String(rows.length),
    count(({ caughtBy }) => caughtBy.length > 0),
    ...timesOf(rows.map(({ durationMs }) => durationMs)),
  ]
}

/** How many faults were reported as one failure, where every judge ran to its end, and the failures of the others. */
function describeFailures(rows: readonly Row[]): readonly string[] {
  const counted = rows.flatMap(({ breaks, mutant, failures = [] }) =>
    breaks && failures.length > 0 ? [{ mutant, failures }] : [],
  )
  if (counted.length === 0) return []
  const worst = counted
    .filter(({ failures }) => failures.length > 1)
    .toSorted((one, other) => other.failures.length - one.failures.length)
  const single = counted.length - worst.length
  const percent = Math.floor((100 * single) / counted.length)
  return [
    `${single} of ${counted.length} faults were reported as one failure (${percent} %).`,
    ...worst
      .slice(0, maxWorst)
      .map(({ mutant, failures }) =>
        [`  ${mutant}: ${failures.length} failures`, ...failures].join('\n    '),
      ),
    ...(worst.length > maxWorst ? [`  and ${worst.length - maxWorst} more`] : []),
  ]
}

/** The median, and the longest. */
function timesOf(times: readonly number[]): readonly string[] {
  const sorted = times.toSorted((one, other) => one - other)
  return [seconds(sorted[Math.floor(sorted.length / 2)] ?? 0), seconds(sorted.at(-1) ?? 0)]
}

function describeSurprises(title: string, surprises: readonly Surprise[]): readonly string[] {
  const lines = surprises.flatMap(({ mutant, result }) => [
    `  ${mutant.id} (${mutant.class}, ${mutant.origin}, seed ${result.seed}): ${mutant.fault}`,
    `    ${showText(result.summary)}`,
  ])
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Aligns the first column left, and numbers right. */
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
