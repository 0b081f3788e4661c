/** What a process of the service is made of beside its listeners, from its opening to its end. */
import process from 'node:process'
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
    onRead: metrics.read,
  })
  const log = openLog(settings, (lines) => metrics.droppedLogLines(lines), worker)
  const tokenUse = recordTokenUse(store, log)
  return {
    store,
    streams,
    log,
    metrics,
    [Symbol.asyncDispose]: async () => {
      await tokenUse.end()
      await store.close()
      // Lines that nobody takes would keep the process from ending.
      if (!(await log.end(logTimeoutMs))) process.exit()
    },
  }
}
