/** The parts of a service process other than its listeners: how they are opened and closed. */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { openStore, type PlantReader } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { lastLogMs, lastStoreMs } from './ending.ts'
import { type Log, openLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createPlantStreams, type PlantStreams } from './plant-stream.ts'
import { recordTokenUse } from './record-token-use.ts'

export interface Parts {
  readonly store: PlantReader
  readonly streams: PlantStreams
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Rejects with a `StoreError`. The caller disposes of the parts once the last answer is sent. `worker`, if given, is
 * the number in each log line.
 */
export async function openParts(settings: Settings, worker?: number): Promise<Parts & AsyncDisposable> {
  // Once V8 has seen remembered pages live long, it makes the plants of all pages in its old generation, where each holds
  // its name until the next full collection: a sixteenth of all memory survived, and a scavenge took 8 ms instead of 1.
  setFlagsFromString('--no-allocation-site-pretenuring')
  const metrics = createMetrics()
  const streams = createPlantStreams(settings, metrics)
  const store = await openStore({
    database: settings.database,
    readOnly: true,
    connections: settings.databaseConnections,
    timeoutMs: settings.databaseTimeoutMs,
    replicas: settings.replicas,
    onRead: metrics.read,
    onPage: metrics.page,
  })
  const log = await openLog(settings, (lines) => metrics.droppedLogLines(lines), worker)
  const tokenUse = recordTokenUse(store, log)
  return {
    store,
    streams,
    log,
    metrics,
    [Symbol.asyncDispose]: async () => {
      const isClosed = await isDoneIn(lastStoreMs, async () => {
        await tokenUse.end()
        await store.close()
      })
      if (!isClosed) log.warn('the database does not answer, and is not waited for')
      const isWritten = await log.end(lastLogMs)
      // Unfinished writes would keep the process from ending; its exit code is known a moment later.
      if (!isClosed || !isWritten) setTimeout(() => process.exit(), 0)
    },
  }
}

/** Whether the work is done within that time. If not, its outcome no longer matters. */
async function isDoneIn(limitMs: number, work: () => Promise<void>): Promise<boolean> {
  const timeUp = new AbortController()
  const late = delay(limitMs, false, { signal: timeUp.signal })
  late.catch(() => {})
  const done = work().then(() => true)
  done.catch(() => {})
  try {
    return await Promise.race([done, late])
  } finally {
    timeUp.abort()
  }
}
