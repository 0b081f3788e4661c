/** Loads the service and looks now and then at what it takes. */
import { statSync } from 'node:fs'
import { BenchError } from '../bench-error.ts'
import type { Program } from '../processes/start-program.ts'
import { median } from '../statistics.ts'
import type { Clients } from './clients.ts'
import { type Held, measureHeld } from './processes.ts'

/** The number of samples, or one per second if the run is short. */
const mostSamples = 60
/** This many samples show a trend even without those of the warm-up; a busy machine gets more time for them. */
const fewestSamples = 6

/** The largest sizes since the sample before of SQLite's file, the log beside it, and the log's index; else 0. */
const suffixes = { fileBytes: '', logBytes: '-wal', indexBytes: '-shm' } as const
type Sizes = { readonly [name in keyof typeof suffixes]: number }

export interface Sample extends Held, Sizes {
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Sampling {
  readonly seconds: number
  readonly database: string
  readonly onProgress: (step: string) => void
}

/** Resolves when time is up. Rejects with a `BenchError` if the service doesn't answer or stay up. */
export async function takeSamples(
  load: Clients,
  { pid }: Program,
  { seconds, database, onProgress }: Sampling,
): Promise<{ samples: readonly Sample[]; answered: number; failures: string[] }> {
  using files = watchFiles(database)
  const failures: string[] = []
  const samples: Sample[] = []
  let answered = 0
  const intervalSeconds = Math.max(1, seconds / mostSamples)
  const began = performance.now()
  while (performance.now() < began + seconds * 1000 || samples.length < fewestSamples) {
    const met = await load.ask(intervalSeconds)
    answered += met.answered
    failures.push(...met.failures)
    const sorted = met.latenciesMs.toSorted((a, b) => a - b)
    if (sorted.length === 0) {
      throw new BenchError(
        `No short list was answered correctly for ${Math.ceil(intervalSeconds)} s: ${met.failures[0] ?? ''}.`,
      )
    }
    samples.push({
      ...(await measureHeld(pid)),
      ...files.largest(),
      p50Ms: median(sorted),
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    })
    onProgress(`${Math.round((performance.now() - began) / 1000)} of ${seconds} s`)
  }
  return { samples, answered, failures }
}

function watchFiles(database: string): Disposable & { largest(): Sizes } {
  const none: Sizes = { fileBytes: 0, logBytes: 0, indexBytes: 0 }
  const size = (name: keyof Sizes): number =>
    statSync(database + suffixes[name], { throwIfNoEntry: false })?.size ?? 0
  let found = none
  const look = (): void => {
    found = {
      fileBytes: Math.max(found.fileBytes, size('fileBytes')),
      logBytes: Math.max(found.logBytes, size('logBytes')),
      indexBytes: Math.max(found.indexBytes, size('indexBytes')),
    }
  }
  const timer = setInterval(look, 10)
  return {
    largest: () => {
      look()
      const largest = found
      found = none
      return largest
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
