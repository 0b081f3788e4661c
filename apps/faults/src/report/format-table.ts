/** Formats the results as Markdown; every figure comes from the results. */
import { engineTitles } from '../engines/engine.ts'
import type { Fault } from '../faults/fault.ts'
import type { Results, Row } from '../results.ts'

const number = new Intl.NumberFormat('en-GB')
const head = [
  'Fault',
  'Engine',
  'Times',
  'Right responses meanwhile',
  'What else clients saw',
  'Well again after: median, most (bound)',
  'Longest wait for a right response',
  'Changes acknowledged',
  'The service',
  'Broken promises',
]

/** The table and its sentences. `faults` must be all faults. */
export function formatTable({ machine, rows, notTried }: Results, faults: readonly Fault[]): string {
  const titleOf = (name: string): string => faults.find((fault) => fault.name === name)?.title ?? name
  const lines = rows.map((row) => formatLine([titleOf(row.fault), ...cells(row)]))
  const tried = faults.filter(({ name }) => rows.some(({ fault }) => fault === name))
  return [
    summarize(rows),
    [formatLine(head), formatLine(head.map(() => '---')), ...lines].join('\n'),
    ...(notTried.length === 0 ? [] : ['Not tried:']),
    ...notTried.map(({ fault, engine, reason }) => `- ${titleOf(fault)}, ${engineTitles[engine]}: ${reason}`),
    'What is done:',
    tried.map(({ title, does }) => `- **${title}**: ${does}`).join('\n'),
    `Recorded ${dates(rows)} on ${machine.processor}, ${machine.cores} cores, ${Math.round(machine.memoryBytes / 2 ** 30)} GiB; ${machine.system}; Node ${machine.node}. The machine had other work meanwhile: its load was ${span(rows.map(({ load }) => load))}.`,
  ].join('\n\n')
}

/** The summary that a person wants to read first. */
function summarize(rows: readonly Row[]): string {
  const sum = (count: (row: Row) => number): string =>
    number.format(rows.reduce((total, row) => total + count(row), 0))
  const broken = rows.filter((row) => row.broken.length > 0).length
  const verdict =
    broken === 0
      ? 'no promise was broken: every change that was acknowledged is there, and every response was one that its caller could get'
      : `promises were broken in ${broken} of ${rows.length} rows`
  return `Faults made: ${sum(({ times }) => times)}. Requests of honest clients: ${sum(({ requests }) => requests)}, each response checked. Changes acknowledged: ${sum(({ changes }) => changes.acknowledged)}. Of all that, ${verdict}.`
}

const right: ReadonlySet<string> = new Set(['200', '304', '401'])

function cells({
  engine,
  times,
  saw,
  recovery,
  boundMs,
  slowestMs,
  changes,
  restarts,
  broken,
}: Row): string[] {
  const rightAnswers = Object.entries(saw).reduce(
    (sum, [name, count]) => sum + (right.has(name) ? count : 0),
    0,
  )
  const others = Object.entries(saw)
    .filter(([name]) => !right.has(name))
    .map(([name, count]) => `${name} × ${number.format(count)}`)
    .toSorted()
  return [
    engineTitles[engine],
    number.format(times),
    number.format(rightAnswers),
    others.join(', ') || 'nothing',
    `${seconds(recovery.medianMs)}, ${seconds(recovery.mostMs)} (${seconds(boundMs)})`,
    seconds(slowestMs),
    formatChanges(changes),
    restarts === 0 ? 'went on' : `restarted × ${number.format(restarts)}`,
    broken.join(' ') || 'none',
  ]
}

/** Refused attempts are repeated until the change is acknowledged. */
function formatChanges({ acknowledged, refused }: Row['changes']): string {
  const attempts = Object.entries(refused).map(([code, count]) => `${number.format(count)} × ${code}`)
  const first = attempts.length === 0 ? '' : `; attempts refused: ${attempts.join(', ')}`
  return `${number.format(acknowledged)}${first}`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 995 ? 2 : 1)} s`

const formatLine = (values: readonly string[]): string => `| ${values.join(' | ')} |`

function dates(rows: readonly Row[]): string {
  const days = [...new Set(rows.map(({ date }) => date))].toSorted()
  return days.length < 2 ? (days[0] ?? '') : `${days[0]} to ${days.at(-1)}`
}

function span(values: readonly number[]): string {
  return values.length === 0 ? 'not known' : `${Math.min(...values)} to ${Math.max(...values)}`
}
