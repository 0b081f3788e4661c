/** What it costs the service, in memory, that all plants leave through one slow reader. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setInterval, setTimeout } from 'node:timers/promises'
import { BenchFailure } from './bench-failure.ts'
import { readMemory } from './read-metric.ts'
import type { Program } from './start-program.ts'

/** One reading of the whole list. */
export interface ReaderFigures {
  readonly plants: number
  readonly bytes: number
  readonly seconds: number
  /** The most memory that the service had resident meanwhile. */
  readonly peakMemoryBytes: number
}

export interface SlowReaderFigures {
  /** Resident memory before the first plant. */
  readonly idleMemoryBytes: number
  readonly quick: ReaderFigures
  readonly slow: ReaderFigures
}

/**
 * Reads the whole list as fast as it comes, then once more at a pace that takes so many seconds. Rejects with a
 * `BenchFailure` when not every plant arrives.
 */
export async function measureSlowReader(
  program: Program,
  token: string,
  plants: number,
  seconds: number,
): Promise<SlowReaderFigures> {
  const idleMemoryBytes = await readMemory(program.operatorUrl)
  const quick = await readAll(program, token, Infinity)
  const slow = await readAll(program, token, quick.bytes / seconds)
  for (const reading of [quick, slow]) {
    if (reading.plants !== plants) {
      throw new BenchFailure(`A reader of the whole list got ${reading.plants} of ${plants} plants.`)
    }
  }
  return { idleMemoryBytes, quick, slow }
}

async function readAll(program: Program, token: string, bytesPerSecond: number): Promise<ReaderFigures> {
  const finished = new AbortController()
  const peak = watchPeak(program.operatorUrl, finished.signal)
  const began = performance.now()
  try {
    const request = get(`${program.url}/plants`, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node's client passes to this event
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const read = await readPaced(response, bytesPerSecond)
    const seconds = (performance.now() - began) / 1000
    finished.abort()
    return { ...read, seconds, peakMemoryBytes: await peak }
  } finally {
    finished.abort()
  }
}

const closingBrace = 0x7d

/** No name or tag of the world has a brace in it: as many as there are, so many plants came. */
async function readPaced(
  response: IncomingMessage,
  bytesPerSecond: number,
): Promise<Pick<ReaderFigures, 'plants' | 'bytes'>> {
  const began = performance.now()
  let [plants, bytes] = [0, 0]
  for await (const chunk of response) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding is set
    const octets = chunk as Buffer
    bytes += octets.length
    for (let at = octets.indexOf(closingBrace); at !== -1; at = octets.indexOf(closingBrace, at + 1))
      plants += 1
    const aheadMs = (bytes / bytesPerSecond) * 1000 - (performance.now() - began)
    if (aheadMs > 10) await setTimeout(aheadMs)
  }
  return { plants, bytes }
}

/** The most memory that is seen until the signal. */
async function watchPeak(operatorUrl: string, signal: AbortSignal): Promise<number> {
  let peak = await readMemory(operatorUrl)
  try {
    for await (const _ of setInterval(100, undefined, { signal })) {
      peak = Math.max(peak, await readMemory(operatorUrl))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return peak
}
