/** A service from its start to its last answer. */
import { openStore } from '@plant-store/store'
import { type Log, openLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { type Service, startService } from '../service.ts'
import type { Settings } from '../settings.ts'
import { untilSignal } from './until-signal.ts'

/**
 * Serves until Ctrl-C or SIGTERM, then drains and resolves; a second signal ends the process at once.
 * `onStart` runs when requests are accepted. Rejects with a `StoreError` or a `ListenError`, and serves nothing then.
 */
export async function runService(
  settings: Settings,
  onStart: (service: Service) => Promise<void> = async () => {},
): Promise<void> {
  const metrics = createMetrics()
  const store = await openStore({ database: settings.database, readOnly: true, onRead: metrics.read })
  const log = openLog(settings)
  try {
    // Before anyone can know that it listens: a signal from then on drains.
    const ended = untilSignal()
    const service = await startService(settings, { store, log, metrics })
    try {
      await onStart(service)
      await ended
    } finally {
      await service.drain()
    }
  } finally {
    await store.close()
    await flush(log)
  }
}

function flush(log: Log): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => {
      resolve()
    })
  })
}
