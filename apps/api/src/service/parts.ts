/** What a process of the service is made of beside its listeners, from its opening to its end. */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore, type PlantReader } from '@plant-store/store'
import type { Settings } from '../settings.ts'
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

/** So long the database may take for what is written to it last, whatever else it may take: it may stand still. */
const storeTimeoutMs = 2000
/** So long the last log lines may take: whoever reads them may stand still. */
const logTimeoutMs = 1000

/**
 * Rejects with a `StoreError`. Whoever opened them disposes of them, once the last answer is out. `worker` is the number
 * that each log line has then.
 */
export async function openParts(settings: Settings, worker?: number): Promise<Parts & AsyncDisposable> {
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
      const isClosed = await isDoneIn(storeTimeoutMs, async () => {
        await tokenUse.end()
        await store.close()
      })
      if (!isClosed) log.warn('the database does not answer, and is not waited for')
      const isWritten = await log.end(logTimeoutMs)
      // What nobody takes would keep the process from ending; its exit code is known a moment later.
      if (!isClosed || !isWritten) setTimeout(() => process.exit(), 0)
    },
  }
}

/** Whether the work is done in that time. Otherwise whatever becomes of it is nobody's any more. */
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
