/** A service from its start to its last answer. */
import { openStore } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { openLog } from './log.ts'
import { createMetrics, measureStore } from './metrics.ts'
import { createPlantStreams } from './plant-stream.ts'
import { recordTokenUse } from './record-token-use.ts'
import { type Service, startService } from './service.ts'

/** So long the last log lines may take: whoever reads them may stand still. */
const logTimeoutMs = 1000

/**
 * Serves until `ended` resolves, then drains and resolves. `onStart` runs when requests are accepted. Rejects with a
 * `StoreError` or a `ListenError`, and serves nothing then.
 */
export async function runService(
  settings: Settings,
  ended: Promise<void>,
  onStart: (service: Service) => Promise<void> = async () => {},
): Promise<void> {
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
  measureStore(metrics.registry, store)
  const log = openLog(settings, (lines) => metrics.droppedLogLines(lines))
  const tokenUse = recordTokenUse(store, log)
  try {
    const service = await startService(settings, { store, streams, log, metrics })
    try {
      await onStart(service)
      await ended
    } finally {
      await service.drain()
    }
  } finally {
    await tokenUse.end()
    await store.close()
    // Lines that nobody takes would keep the process from ending.
    if (!(await log.end(logTimeoutMs))) process.exit()
  }
}
