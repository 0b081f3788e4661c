/** The figures as a person reads them. */
import type { ContenderFigures, Figures, LoadFigures } from './figures.ts'
import type { SlowReaderFigures } from './measure-slow-reader.ts'
import type { Summary } from './statistics.ts'

/** Everything but what only a machine wants. */
export function formatReport(figures: Figures): string {
  const { plan, loads, imports, longQueries, slowReader } = figures
  return [
    `GET /plants?limit=20 of ${count(plan.plants)} plants, one server core`,
    describeConditions(figures),
    ...loads.map((load) => formatLoad(load, plan.users)),
    `What they do\n${describeContenders(loads)}`,
    [
      'Import, by the command, from NDJSON into an empty database',
      ...imports.map(
        ({ plants, seconds, plantsPerSecond, peakMemoryBytes }) =>
          `  ${count(plants)} plants: ${seconds.toFixed(1)} s, ${count(plantsPerSecond)} plants/s, peak memory ${megabytes(peakMemoryBytes)}`,
      ),
    ].join('\n'),
    [
      'A long query: processor time of the service for each request',
      ...longQueries.map(
        ({ targetBytes, status, processorUs }) =>
          `  ${count(targetBytes)} bytes, answered ${status}: ${(processorUs / 1000).toFixed(3)} ms`,
      ),
    ].join('\n'),
    formatReader(slowReader),
    `Took ${figures.seconds.toFixed(0)} s${describeWorld(figures)}.`,
  ].join('\n\n')
}

function describeConditions({ machine, plan }: Figures): string {
  const { processor, cores, memoryBytes, system, node, pinned } = machine
  const where = pinned
    ? 'Servers on core 0, load and writer on core 1.'
    : 'Servers and load were not pinned to cores of their own: expect noise.'
  return [
    `${processor}, ${cores} cores, ${megabytes(memoryBytes)}; ${system}; Node ${node}.`,
    `${where} ${plan.connections} connections; medians of ${plan.rounds} interleaved ${plan.rounds === 1 ? 'round' : 'rounds'}, ${plan.seconds} s each under the first load and ${plan.seconds / 2} s under the others; ratios are medians of the rounds' own ratios.`,
  ].join('\n')
}

const headings = [
  '',
  'requests/s',
  'min–max',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  '× Fastify',
  'by CPU time',
  '× node:http',
]

function formatLoad({ name, changesPerSecond, rows }: LoadFigures, users: number): string {
  const crowd = name === 'one user' ? 'one token again and again' : `${count(users)} tokens in turn`
  const changes =
    changesPerSecond === 0
      ? ''
      : `, while another process changes the database ${count(changesPerSecond)} times a second`
  const table = align([headings, ...rows.map((row) => formatRow(row))])
  return [`${crowd}${changes}`, table, ...warn(rows)].join('\n')
}

function formatRow(row: ContenderFigures): string[] {
  const { requestsPerSecond, processorUs, timesFastify, timesFastifyByProcessor, timesNodeHttp } = row
  return [
    row.contender,
    count(requestsPerSecond.median),
    `${count(requestsPerSecond.min)}–${count(requestsPerSecond.max)}`,
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    processorUs?.toFixed(1) ?? '?',
    ratio(timesFastify),
    timesFastifyByProcessor === undefined ? '?' : ratio(timesFastifyByProcessor),
    ratio(timesNodeHttp),
  ]
}

/** What makes the figures less than they seem. */
function warn(rows: readonly ContenderFigures[]): string[] {
  const least = Math.min(...rows.map(({ serverBusy }) => serverBusy ?? 1))
  const most = Math.max(...rows.map(({ loadBusy }) => loadBusy))
  return [
    ...(least < 0.85
      ? [`  A server used only ${percent(least)} of its core: something else runs here; go by the CPU time.`]
      : []),
    ...(most > 0.97
      ? [
          `  The load generator used ${percent(most)} of its core: the fastest server may be faster than this.`,
        ]
      : []),
  ]
}

function describeContenders(loads: readonly LoadFigures[]): string {
  const rows = loads[0]?.rows ?? []
  return rows.map(({ contender, does }) => `  ${contender}: ${does}`).join('\n')
}

function formatReader({ idleMemoryBytes, quick, slow }: SlowReaderFigures): string {
  const readings = [quick, slow].map(
    ({ plants, bytes, seconds, peakMemoryBytes }) =>
      `  ${count(plants)} plants, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s: peak memory ${megabytes(peakMemoryBytes)}`,
  )
  return [
    `The whole list to a quick and to a slow reader; memory before: ${megabytes(idleMemoryBytes)}`,
    ...readings,
  ].join('\n')
}

function describeWorld({ world }: Figures): string {
  return world.kept
    ? `; the imports are those of ${world.madeAt}, when the database was made (--rebuild makes it anew)`
    : `, and ${world.seconds.toFixed(0)} s to make the database, which is kept`
}

/** The first column to the left, the others to the right. */
function align(table: readonly string[][]): string {
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n')
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function megabytes(bytes: number): string {
  return `${count(bytes / 1e6)} MB`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function ratio({ median, min, max }: Summary): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
}
