/** The results of all mutants, for a person at a terminal: what went wrong, and how many were caught. */
import { styleText } from 'node:util'
import type { MaybeTerminal } from '../../src/command/terminal.ts'
import { showText } from '../../src/report/show-exchange.ts'
import type { MutantsOutcome, Row } from './run.ts'
import type { Fate } from './try-mutant.ts'

/** The surprises, and the totals at the end. Ends with a line break. */
export function describeMutants(outcome: MutantsOutcome, stdout: MaybeTerminal): string {
  const colour = outcome.isFine ? 'green' : 'red'
  return [
    describeSurprises('Survived, though it breaks the contract', outcome.rows, 'survived'),
    describeSurprises('Accused, though it keeps the contract', outcome.rows, 'accused'),
    describeSurprises('Not checked', outcome.rows, 'inconclusive'),
    [styleText(['bold', colour], summarize(outcome), { stream: stdout })],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** One sentence. */
function summarize({ rows, trials, durationMs }: MutantsOutcome): string {
  const count = (fate: Fate): number => rows.filter((row) => row.fate === fate).length
  const faulty = rows.filter(({ breaks }) => breaks).length
  const parts = [
    `${count('caught')} of ${faulty} servers with a fault were caught`,
    `${count('accused')} of ${rows.length - faulty} correct ones accused`,
    ...(count('inconclusive') > 0 ? [`${count('inconclusive')} not checked`] : []),
  ]
  return `${parts.join(', ')}: ${trials === 1 ? '1 trial' : `${trials} trials`} in ${seconds(durationMs)}.`
}

function describeSurprises(title: string, rows: readonly Row[], fate: Fate): readonly string[] {
  const own = rows.filter((row) => row.fate === fate)
  if (own.length === 0) return []
  return [`${title}:`, ...own.map((row) => `  ${row.id}: ${row.fault}\n    ${showText(row.summary)}`)]
}

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
