/** Formats the results as Markdown, for a person and for the document. */
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { engineTitles } from './engines/engine.ts'
import type { Fault } from './faults/fault.ts'
import type { Results, Row } from './run-faults.ts'

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
export function formatTable({ rows, notTried }: Results, faults: readonly Fault[]): string {
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
    `Made ${new Date().toISOString().slice(0, 10)} on ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; ${type()} ${release()}; Node ${process.version}. The load of the machine was ${loadavg()[0]?.toFixed(1)} at the end.`,
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
  const rightResponses = Object.entries(saw).reduce(
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
    number.format(rightResponses),
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

const document = fileURLToPath(new URL('../README.md', import.meta.url))
const [begin, end] = ['<!-- written by pnpm faults --record -->', '<!-- end -->']

/** Puts the table into apps/faults/README.md, in place of the one before. */
export async function record(table: string): Promise<void> {
  const [before = '', rest = ''] = (await readFile(document, 'utf8')).split(begin)
  await writeFile(document, `${before}${begin}\n\n${table}\n\n${rest.slice(rest.indexOf(end))}`)
}
