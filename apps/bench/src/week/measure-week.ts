/**
 * A virtual week of a service whose tokens are all in use and that nobody tends: the service runs with a fast clock, and
 * now and then everything that it takes is measured.
 */
import { statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { openStore } from '@plant-store/store'
import { makeLargeWorld, type Service, startService } from '@plant-store/testkit'
import { BenchError } from '../bench-error.ts'
import { count } from '../format.ts'
import { type LoadRequest, startLoadGenerator } from '../load/generator.ts'
import { list } from '../load/loads.ts'
import { collectable, findCores, type Held, measureHeld } from '../processes.ts'
import { currentVersion, plantStoreCommand, scratchDirectory } from '../versions.ts'

/** With a clock so many times as fast, a week takes half an hour. */
export const times = 336
/** Each token is used every three hours, with time to spare for the pauses. */
const [tokens, useEveryMs, spare] = [10_000, 3 * 3_600_000, 1.25]
const perSecond = Math.ceil((spare * tokens * times * 1000) / useEveryMs)
const dayMs = 24 * 3_600_000
const [mostSamples, connections] = [60, 16]
/** What `docs/operations/on-a-server.md` promises. */
const mostLogBytes = 5 * 2 ** 20

/** The largest sizes since the sample before of the file, the log beside it, and the log's index. */
const suffixes = { fileBytes: '', logBytes: '-wal', indexBytes: '-shm' } as const
type Sizes = { readonly [name in keyof typeof suffixes]: number }
export type Sample = Held & Sizes

export interface WeekResult {
  readonly seconds: number
  readonly answered: number
  readonly failures: readonly string[]
  /** Since the beginning, at equal intervals. */
  readonly samples: readonly Sample[]
}

const kilobytes = (bytes: number): string => `${count(bytes / 1e3)} KB`
/** What a report names. `least`: by how much a figure that should be flat may always grow. */
export const figures = [
  { name: 'database file', figure: 'fileBytes', format: kilobytes },
  { name: 'log (-wal)', figure: 'logBytes', format: kilobytes },
  { name: 'its index (-shm)', figure: 'indexBytes', format: kilobytes },
  { name: 'resident memory', figure: 'residentBytes', format: kilobytes, least: 8e6 },
  { name: 'descriptors', figure: 'descriptors', format: count, least: 8 },
] as const satisfies readonly {
  name: string
  figure: keyof Sample
  format: (value: number) => string
  least?: number
}[]

/** Only the service uses the file while it runs; in the end, a copy of the file alone is checked. Rejects with a `BenchError`. */
export async function measureWeek(seconds: number, onProgress: (step: string) => void): Promise<WeekResult> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await scratchDirectory())
  const { database } = await makeLargeWorld(path, 3000)
  const requests = await makeRequests(database)
  const [node, main] = plantStoreCommand(await currentVersion())
  const beganMs = Date.now()
  const service = await startService({
    command: [node, ...collectable, ...fastClock(beganMs), main, 'serve'],
    settings: { database },
    keepsLog: false,
  })
  stack.use(service)
  const { samples, answered, failures } = await takeSamples(
    { service, database, requests, seconds },
    onProgress,
  )
  const largest = Math.max(...samples.map(({ logBytes }) => logBytes))
  if (largest > mostLogBytes) failures.push(`the log beside the file grew to ${largest} bytes`)
  const { code } = await service.stop()
  if (code !== 0) failures.push(`the service ended with ${code ?? 'a signal'}`)
  const lastDayMs = beganMs + (Date.now() - beganMs) * times - dayMs
  failures.push(...(await checkFileAlone(database, Math.min(tokens, answered), lastDayMs)))
  return { seconds, answered, failures, samples }
}

async function makeRequests(database: string): Promise<readonly LoadRequest[]> {
  const requests: LoadRequest[] = []
  const store = await openStore({ database })
  while (requests.length < tokens) {
    const { secret } = await store.createToken('ana', 'in use')
    requests.push(list(secret, '/plants?limit=20'))
  }
  await store.close()
  return requests
}

/** Flags of Node for a service whose time of day is fast, as are its timers of a minute or more. */
function fastClock(beganMs: number): readonly string[] {
  const program = `const { now } = Date, real = setInterval
    Date.now = () => Math.round(${beganMs} + (now() - ${beganMs}) * ${times})
    globalThis.setInterval = (run, ms, ...rest) => real(run, ms < 60_000 ? ms : ms / ${times}, ...rest)`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

interface Sampling {
  readonly service: Service
  readonly database: string
  readonly requests: readonly LoadRequest[]
  readonly seconds: number
}

async function takeSamples(
  { service, database, requests, seconds }: Sampling,
  onProgress: (step: string) => void,
): Promise<{ samples: readonly Sample[]; answered: number; failures: string[] }> {
  await using generator = startLoadGenerator(findCores(true))
  using files = watchFiles(database)
  const failures: string[] = []
  const samples: Sample[] = []
  const began = performance.now()
  let answered = 0
  while (performance.now() < began + seconds * 1000 || samples.length < 3) {
    onProgress(`${Math.round((performance.now() - began) / 1000)} of ${seconds} s`)
    const next = [...requests.slice(answered % tokens), ...requests.slice(0, answered % tokens)]
    const job = { url: service.url, connections, requests: next, perSecond, waitSeconds: 60 }
    const sent = await generator.run({ ...job, seconds: Math.max(1, seconds / mostSamples) })
    answered += sent.requests
    const failed = sent.failures + sent.unanswered
    if (failed > 0) failures.push(`${failed} of ${sent.reached} requests failed`)
    try {
      samples.push({ ...(await measureHeld(service.pid)), ...files.largest() })
    } catch (error) {
      throw new BenchError(`The service does not stay up: ${String(error)}`)
    }
  }
  return { samples, answered, failures }
}

function watchFiles(database: string): Disposable & { largest(): Sizes } {
  let found = { fileBytes: 0, logBytes: 0, indexBytes: 0 }
  const look = (): void => {
    for (const name of ['fileBytes', 'logBytes', 'indexBytes'] as const) {
      const now = statSync(database + suffixes[name], { throwIfNoEntry: false })?.size ?? 0
      found[name] = Math.max(found[name], now)
    }
  }
  const timer = setInterval(look, 10)
  return {
    largest: () => {
      look()
      const largest = found
      found = { fileBytes: 0, logBytes: 0, indexBytes: 0 }
      return largest
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** What is wrong with a copy of the file without the log: it must know that so many tokens were used in the last day. */
async function checkFileAlone(database: string, used: number, lastDayMs: number): Promise<readonly string[]> {
  const copy = `${database}.copy`
  await copyFile(database, copy)
  const store = await openStore({ database: copy, readOnly: true })
  try {
    const problems: string[] = []
    for await (const { what, detail } of store.verify()) problems.push(`${what}: ${detail}`)
    let known = 0
    for await (const { lastUsedAt } of store.tokens()) if (Number(lastUsedAt) >= lastDayMs) known += 1
    if (known !== used) problems.push(`${used} tokens were used in the last day, it knows ${known}`)
    return problems.map((problem) => `a copy of the file alone: ${problem}`)
  } finally {
    await store.close()
  }
}
