/** Runs a service from its start to its last answer. */
import type { Settings } from '../settings.ts'
import { measureStore } from './metrics.ts'
import { openParts } from './parts.ts'
import { createPlantHandler, startListener } from './public-listener.ts'
import { type Service, startService } from './service.ts'

/**
 * Serves until `ended` resolves, even during the start, then drains and resolves. `onStart` runs once requests are
 * accepted. Rejects with a `StoreError` or a `ListenError`, and then serves nothing, or with the last error of a worker
 * if no worker can be started any more.
 */
export async function runService(
  settings: Settings,
  ended: Promise<void>,
  onStart: (service: Service) => Promise<void> = async () => {},
): Promise<void> {
  await using parts = await openParts(settings)
  measureStore(parts.metrics.registry, parts.store)
  const handler = createPlantHandler(settings, parts)
  const listener =
    settings.workers === 1
      ? await startListener(settings, parts, handler)
      : await (await import('./workers/workers.ts')).startWorkers(settings, parts, ended)
  if (listener === undefined) return
  const service = await startService(settings, parts, listener, handler)
  try {
    await onStart(service)
    await Promise.race([ended, listener.failed ?? ended])
  } finally {
    await service.drain()
  }
}
