/** Runs a service from its start to its last response: what it opens, its two listeners, and how all of it ends. */
import type { RequestListener } from 'node:http'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { openStore } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { docsPath } from './docs/route.ts'
import { lastLogMs, lastStoreMs } from './ending.ts'
import { createPlantStreams } from './list-plants/plant-stream.ts'
import { openLog } from './log/log.ts'
import { createMetrics, measureStore } from './metrics.ts'
import { createOperatorServer } from './operator-listener.ts'
import { createPlantHandler, type PublicListener, type Resources, startListener } from './public-listener.ts'
import { recordTokenUse } from './record-token-use.ts'

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
  await using resources = await openResources(settings)
  measureStore(resources.metrics.registry, resources.store)
  const handler = createPlantHandler(settings, resources)
  const listener =
    settings.workers === 1
      ? await startListener(settings, resources, handler)
      : await (await import('../workers/workers.ts')).startWorkers(settings, resources, ended)
  if (listener === undefined) return
  const service = await startService(settings, resources, listener, handler)
  try {
    await onStart(service)
    await Promise.race([ended, listener.failed ?? ended])
  } finally {
    await service.drain()
  }
}

/**
 * Rejects with a `StoreError`. The caller disposes of the resources once the last response is sent. `worker`, if given, is
 * the number in each log line.
 */
export async function openResources(
  settings: Settings,
  worker?: number,
): Promise<Resources & AsyncDisposable> {
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
    onRead: metrics.read,
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

/** A service that answers. */
export interface Service {
  readonly url: string
  readonly operatorUrl: string
  /** The address of the documentation page, if there is one. */
  readonly docsUrl: string | undefined
  /** Ends without failing a request: fails readiness, then accepts no more connections, then finishes the responses. */
  drain(): Promise<void>
}

/**
 * Starts the operator's listener beside the public one. `handler` answers the requests of the documentation page. Rejects
 * with a `ListenError` if the operator's listener can't be started; the public one is then stopped as well.
 */
async function startService(
  settings: Settings,
  resources: Resources,
  listener: PublicListener,
  handler: RequestListener,
): Promise<Service> {
  const { log } = resources
  const { url } = listener
  const { operatorHost, operatorPort, workers } = settings
  const operator = createOperatorServer(settings, resources, listener, handler)
  const operatorUrl = await operator.listen(operatorHost, operatorPort).catch(async (error: unknown) => {
    await listener.stop()
    throw error
  })
  log.info({ url, operatorUrl, ...(workers > 1 && { workers }) }, 'listening')

  return {
    url,
    operatorUrl,
    docsUrl: settings.docs === 'on' ? `${operatorUrl}${docsPath}` : undefined,
    drain: async () => {
      log.info({ delayMs: settings.drainDelayMs, timeoutMs: settings.drainTimeoutMs }, 'draining')
      await listener.drain()
      await operator.close(0)
      log.info('drained')
    },
  }
}
