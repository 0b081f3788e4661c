/** Formats the results for a person. */
import type { Results, VersionResult } from '../results.ts'
import { formatLongLists, formatWaitingReaders } from './format-lists.ts'
import { formatRows } from './format-rows.ts'
import { count, megabytes, nameEngine } from './format-values.ts'

/** All results except those that only programs use. */
export function formatReport(results: Results): string {
  const { config, loads, plainLoad, versions, contenders, notMeasured } = results
  return [
    `GET /plants of ${count(config.plants)} plants over ${nameEngine(config.engine)}, one server core`,
    describeConditions(results),
    [
      'As much as each can take. Latency counts from the sending of a request, so a server that is slow for a moment gets fewer requests in that moment: compare it only with itself.',
      'CPU µs is the processor time of the service per request, database µs that of the database server, and × Fastify how many times as much CPU time Fastify needed.',
    ].join('\n'),
    ...loads.map(({ title, rows }) => `${capitalize(title)}\n${formatRows(rows, 'byProcessorTime')}`),
    [
      `Plain load: the mix at ${count(plainLoad.perSecond)} requests a second for everyone, half of what the slowest can take, on ${config.connections} kept connections.`,
      'Latency counts from when a request was due. × Fastify is the 99th percentile of Fastify divided by that of the contender.',
      formatRows(plainLoad.rows, 'byP99'),
    ].join('\n'),
    formatLongLists(results.longLists, config),
    formatWaitingReaders(results.waitingReaders, config),
    [
      'Import by the command, from NDJSON into an empty database',
      ...versions.map((version) => formatImports(version)),
    ].join('\n'),
    ['What they do', ...contenders.map(({ name, does }) => `  ${name}: ${does}.`)].join('\n'),
    ['Not measured', ...notMeasured.map((gap) => `  ${gap}`)].join('\n'),
    `Took ${results.seconds.toFixed(0)} s.`,
  ].join('\n\n')
}

function describeConditions({ machine, config, versions }: Results): string {
  const { processor, cores, memoryBytes, system, node, pinned } = machine
  return [
    `${processor}, ${cores} cores, ${megabytes(memoryBytes)}; ${system}; Node ${node}.`,
    pinned
      ? 'Servers on core 0, load, readers and writer on core 1.'
      : 'Servers and load were not pinned to cores of their own: expect noise.',
    `${config.connections} connections; medians of ${config.rounds} interleaved ${config.rounds === 1 ? 'round' : 'rounds'}, ${config.seconds} s each; a ratio is the median of each round's own, with the range.`,
    ...versions.map(
      ({ name, commit, isChanged }) =>
        `${name}: ${commit === undefined ? 'no commit is known' : `commit ${commit.slice(0, 12)}`}${isChanged ? ', with changes that are not committed' : ''}.`,
    ),
  ].join('\n')
}

function formatImports({ name, imports, world }: VersionResult): string {
  const lines = imports.map(
    ({ plants, seconds, plantsPerSecond, peakMemoryBytes }) =>
      `  ${name}, ${count(plants)} plants: ${seconds.toFixed(1)} s, ${count(plantsPerSecond)} plants/s, peak memory ${megabytes(peakMemoryBytes)}`,
  )
  const kept = world.kept
    ? `  (measured ${world.madeAt}, when the database was made; --rebuild makes it anew)`
    : ''
  return [...lines, ...(kept === '' ? [] : [kept])].join('\n')
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
