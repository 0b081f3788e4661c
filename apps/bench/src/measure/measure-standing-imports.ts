/** Measures what standing grants cost an import, into databases with none, ten of a tag each, or ten of every plant. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { largeWorldPlant } from '@plant-store/testkit'
import { BenchError } from '../bench-error.ts'
import { count, formatTable, megabytes, ratio } from '../report/format-values.ts'
import { pairedRatio, summarize, type Summary } from '../statistics.ts'
import { importStore, type Version } from '../versions/version.ts'
import { runCommand } from '../world/measure-import.ts'
import { writePlants } from '../world/write-plants.ts'

const kinds = ['none', 'ten of a tag each', 'ten of every plant'] as const
type Kind = (typeof kinds)[number]

/** The users with one standing grant each. */
const grantees = Array.from({ length: 10 }, (_, index) => `grantee ${index}`)
const tags = [...new Set(Array.from({ length: 100 }, (_, index) => largeWorldPlant(index).tag))]
  .filter((tag) => tag !== undefined)
  .toSorted()

interface StandingImportsOptions {
  readonly plants: number
  readonly rounds: number
  readonly onProgress: (step: string) => void
}

/** The result for one kind over all rounds. */
interface StandingImport {
  readonly grants: Kind
  /** How many plants the ten users see in the end, all lists added up. */
  readonly rows: number
  readonly seconds: Summary
  readonly peakMemoryBytes: number
  /** The time divided by that of the import without standing grants in the same round. */
  readonly times: Summary
}

interface Run {
  readonly seconds: number
  readonly peakMemoryBytes: number
}

/** Imports into new databases: the kinds in turn, every other round backwards. Rejects with a `BenchError`. */
export async function measureStandingImports(
  version: Version,
  { plants, rounds, onProgress }: StandingImportsOptions,
): Promise<readonly StandingImport[]> {
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-imports-'))
  const sweep = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  // Ctrl-C ends the process without running `finally`.
  process.once('exit', sweep)
  try {
    const file = join(directory, 'plants.ndjson')
    await writePlants(file, plants)
    const runs = new Map<Kind, Run[]>(kinds.map((kind) => [kind, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        onProgress(`import ${round + 1} of ${rounds}, standing grants: ${kind}`)
        runs.get(kind)?.push(await measureOne(version, directory, file, kind))
      }
    }
    const secondsOf = (kind: Kind): number[] => (runs.get(kind) ?? []).map(({ seconds }) => seconds)
    return kinds.map((kind) => ({
      grants: kind,
      rows: countRows(kind, plants),
      seconds: summarize(secondsOf(kind)),
      peakMemoryBytes: Math.max(...(runs.get(kind) ?? []).map((run) => run.peakMemoryBytes)),
      times: pairedRatio(secondsOf(kind), secondsOf('none')),
    }))
  } finally {
    sweep()
    process.off('exit', sweep)
  }
}

async function measureOne(version: Version, directory: string, file: string, kind: Kind): Promise<Run> {
  const place = await mkdtemp(join(directory, 'database-'))
  const database = join(place, 'plants.db')
  await runCommand(version, database, ['migrate'])
  const { openStore } = await importStore(version)
  const store = await openStore({ database })
  try {
    for (const [index, user] of grantees.entries()) {
      await store.addUser(user)
      if (kind === 'none') continue
      const plants = kind === 'ten of every plant' ? ({ all: true } as const) : { tag: tagOf(index) }
      await store.grantStanding({ user }, plants)
    }
  } finally {
    await store.close()
  }
  const began = performance.now()
  const peakMemoryBytes = await runCommand(version, database, ['import', 'plants', file])
  const seconds = (performance.now() - began) / 1000
  if (kind !== 'none') await requireSeen(version, database)
  await rm(place, { recursive: true })
  return { seconds, peakMemoryBytes }
}

/** Checks that a grantee sees a plant: if the grants reached none, the figures would mean nothing. */
async function requireSeen(version: Version, database: string): Promise<void> {
  const { openStore } = await importStore(version)
  const store = await openStore({ database, readOnly: true })
  try {
    for await (const _ of store.plantsSeenBy(grantees[0] ?? '')) return
    throw new BenchError('The standing grants reach none of the imported plants.')
  } finally {
    await store.close()
  }
}

/** How many plants the grantees see after the import, all lists added up. */
function countRows(kind: Kind, plants: number): number {
  if (kind === 'none') return 0
  if (kind === 'ten of every plant') return grantees.length * plants
  let rows = 0
  for (let index = 0; index < plants; index += 1) {
    const { tag } = largeWorldPlant(index)
    rows += grantees.filter((_, grantee) => tag !== undefined && tag === tagOf(grantee)).length
  }
  return rows
}

function tagOf(grantee: number): string {
  return tags[grantee % tags.length] ?? ''
}

/** The report for a person. */
export function formatStandingImports(imports: readonly StandingImport[], plants: number): string {
  const headings = ['standing grants', 'rows of access', 'seconds', 'min–max', 'peak memory', '× none']
  const rows = imports.map(({ grants, rows: access, seconds, peakMemoryBytes, times }) => [
    grants,
    count(access),
    seconds.median.toFixed(1),
    `${seconds.min.toFixed(1)}–${seconds.max.toFixed(1)}`,
    megabytes(peakMemoryBytes),
    ratio(times),
  ])
  return [
    `Import of ${count(plants)} plants by the command, from NDJSON into an empty database, with standing grants of ten users`,
    formatTable([headings, ...rows]),
  ].join('\n')
}
