/** Formats results for a person. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import process from 'node:process'
import type { Results } from './run-benchmark.ts'
import type { MemoryResult } from './measure/memory.ts'
import type { LoadResults, Row } from './measure/requests.ts'
import type { Summary } from './measure/statistics.ts'

export const count = (value: number): string => Math.round(value).toLocaleString('en')
export const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`
const percent = (share: number): string => `${Math.round(share * 100)} %`
const milliseconds = (value: number): string => (value < 100 ? value.toFixed(2) : count(value))
const ratio = ({ median, min, max }: Summary): string =>
  `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`

/** Aligns the first column to the left and the others to the right. */
export function formatTable(table: readonly (readonly string[])[]): string {
  const [headings = []] = table
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  )
  return lines.map((cells) => `  ${cells.join('  ')}`.trimEnd()).join('\n')
}

export function formatReport({ config, pinned, contenders, loads, memory }: Results): string {
  const { engine, plants, connections, rounds, seconds } = config
  return [
    `GET /plants of ${count(plants)} plants over ${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}`,
    [
      `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${megabytes(totalmem())}; ${type()} ${release()}; Node ${process.version}.`,
      pinned
        ? 'Servers on core 0, load on core 1.'
        : 'Servers and load were not pinned to cores of their own: expect noise.',
      `${connections} connections; medians of ${rounds} interleaved rounds, ${seconds} s each; a ratio is the median of each round's own, with the range.`,
      ...contenders.map(({ name, does }) => `${name}: ${does}.`),
    ].join('\n'),
    [
      'As much as each can take. Latency counts from the sending of a request, so a server that is slow for a moment gets fewer requests in that moment: compare it only with itself.',
      'CPU µs is the processor time of the service per request, database µs that of the database server, and × Fastify how many times as much CPU time Fastify needed.',
    ].join('\n'),
    ...loads.map((load) => formatLoad(load)),
    ...(memory.length === 0
      ? []
      : [
          [
            `${config.readers} readers request all plants and stop reading after the first bytes. KB is the resident memory per further reader, from a third of the readers to all, after garbage collection; the kernel's buffers for their connections are not included. The memory of the whole process includes its garbage.`,
            formatMemory(memory),
          ].join('\n'),
        ]),
  ].join('\n\n')
}

const references = ['before', 'Fastify']

/** Shows the ratios to the reference contenders that took part. */
function formatLoad({ title, perSecond, rows }: LoadResults): string {
  const names = rows.map(({ contender }) => contender)
  const alone = names.some((name) => name.endsWith(' workers')) ? ['Plant Store'] : []
  const present = [...alone, ...references].filter((name) => names.includes(name))
  const hasDatabase = rows.some(({ databaseUs }) => databaseUs !== undefined)
  const headings = [
    '',
    'requests/s',
    'min–max',
    'CPU µs',
    ...(hasDatabase ? ['database µs'] : []),
    'p50 ms',
    'p99 ms',
    'max ms',
    ...present.map((name) => `× ${name}`),
  ]
  const table = rows.map(({ contender, requestsPerSecond, processorUs, databaseUs, latency, times }) => [
    contender,
    count(requestsPerSecond.median),
    `${count(requestsPerSecond.min)}–${count(requestsPerSecond.max)}`,
    processorUs.toFixed(1),
    ...(databaseUs === undefined ? [] : [databaseUs.toFixed(1)]),
    milliseconds(latency.p50Ms),
    milliseconds(latency.p99Ms),
    milliseconds(latency.maxMs),
    ...present.map((name) => (times[name] === undefined ? '' : ratio(times[name]))),
  ])
  const heading =
    perSecond === undefined
      ? title.charAt(0).toUpperCase() + title.slice(1)
      : `Plain load: the mix at ${count(perSecond)} requests a second for everyone, half of what the slowest can take. Latency counts from when a request was due; × Fastify is the 99th percentile of Fastify divided by that of the contender.`
  return [heading, formatTable([headings, ...table]), ...(perSecond === undefined ? warn(rows) : [])].join(
    '\n',
  )
}

/** Warns of what limits the meaning of the figures. */
function warn(rows: readonly Row[]): string[] {
  const least = Math.min(...rows.map(({ serverBusy }) => serverBusy))
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

function formatMemory(memory: readonly MemoryResult[]): string {
  return formatTable([
    ['', 'KB for each reader', 'readers', 'memory without them', 'with them'],
    ...memory.map(({ contender, bytesPerReader, rested, admitted, idleBytes, busyBytes }) => [
      contender,
      (bytesPerReader / 1000).toFixed(0) + (rested ? '' : ' (was still sending)'),
      String(admitted),
      megabytes(idleBytes),
      megabytes(busyBytes),
    ]),
  ])
}
