/** Measures what an import costs: the time and memory of the operator's command, as a person runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BenchError } from '../bench-error.ts'
import { childEnvironment, killOnExit } from '../processes/start-program.ts'
import { plantStoreCommand, type Version } from '../versions/version.ts'
import { writePlants } from './write-plants.ts'

/** One import into an empty database, from the start of the command to its end. */
export interface ImportFigures {
  readonly plants: number
  readonly seconds: number
  readonly plantsPerSecond: number
  readonly peakMemoryBytes: number
}

/** Makes a new database with this many plants, from a file in the directory. Rejects with a `BenchError`. */
export async function measureImport(
  version: Version,
  directory: string,
  database: string,
  plants: number,
): Promise<ImportFigures> {
  const file = join(directory, `${plants}.ndjson`)
  await writePlants(file, plants)
  await runCommand(version, database, ['migrate'])
  const began = performance.now()
  const peakMemoryBytes = await runCommand(version, database, ['import', 'plants', file])
  const seconds = (performance.now() - began) / 1000
  return { plants, seconds, plantsPerSecond: plants / seconds, peakMemoryBytes }
}

const reporter = fileURLToPath(new URL('report-peak-memory.ts', import.meta.url))

/** Runs one subcommand to its end. Resolves to its peak resident memory. Rejects with a `BenchError`. */
export async function runCommand(
  version: Version,
  database: string,
  args: readonly string[],
): Promise<number> {
  const [node, main] = plantStoreCommand(version)
  const child = spawn(node, ['--import', reporter, main, ...args], {
    env: { ...childEnvironment(), PLANT_STORE_DATABASE: database },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  killOnExit(child)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `stdio` above says
  const [, , stderr, report] = child.stdio as unknown as [null, null, Readable, Readable]
  const [message, peak] = await Promise.all([text(stderr), text(report), once(child, 'close')])
  if (child.exitCode !== 0) throw new BenchError(`plant-store ${args.join(' ')} failed: ${message}`)
  return Number(peak)
}
