/** The listener that answers the requests of the contract, and nothing else. */
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type PlantReader, StoreError } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { createApplication, plantRoutes } from './application.ts'
import type { PlantStreams } from './list-plants/plant-stream.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './metrics.ts'
import type { LateErrorObserver } from './middleware/context.ts'
import { createClientAddress } from './middleware/request-log.ts'
import { type ConnectionObserver, createHttpServer } from './server/http-server.ts'

/** Whether a live service takes requests; if not, `reason` says why. */
export type Readiness = () => Promise<{
  readonly reason?: string
  /** If workers answer the requests: how many do, and how many should. */
  readonly workers?: { readonly ready: number; readonly wanted: number }
}>

/** What answering requests takes. */
export interface Resources {
  readonly store: PlantReader
  readonly streams: PlantStreams
  readonly log: Log
  readonly metrics: Metrics
}

/** What answers requests: a listener of this process, or workers that share one. */
export interface PublicListener {
  readonly url: string
  readonly readiness: Readiness
  /** The metrics, in the format that Prometheus reads. */
  readonly metrics: () => Promise<string>
  /** Rejects when nothing answers requests any more, and nothing will again. */
  readonly failed?: Promise<never>
  /** Stops being ready, then accepts no more connections, then finishes the last responses. */
  drain(): Promise<void>
  /** Ends at once. */
  stop(): Promise<void>
}

/** Creates the handler that answers the requests of the contract, each with its log line and its measurements. */
export function createPlantHandler(settings: Settings, resources: Resources): RequestListener {
  return createApplication(plantRoutes(resources.store, resources.streams), {
    metrics: resources.metrics,
    write: resources.log.request,
    failedLate: logLateError(resources.log),
    clientAddress: createClientAddress(settings.trustedProxies),
  })
}

/** Listens in this process. Rejects with a `ListenError`. */
export async function startListener(
  settings: Settings,
  resources: Resources,
  handler: RequestListener,
): Promise<PublicListener> {
  let isDraining = false
  const server = createHttpServer(handler, settings, observeConnections(resources))
  const { host, port } = settings
  return {
    url: await server.listen(host, port),
    readiness: createReadiness(resources.store, () => isDraining),
    metrics: () => resources.metrics.registry.metrics(),
    drain: async () => {
      isDraining = true
      server.announceClose()
      await delay(settings.drainDelayMs)
      await server.close(settings.drainTimeoutMs)
    },
    stop: () => server.close(0),
  }
}

/** Logs a fault of the service in a request that has already ended. */
export function logLateError(log: Log): LateErrorObserver {
  return (requestId, { message: reason, cause }) => {
    log.error({ requestId, reason, err: cause }, 'error after the end of a request')
  }
}

/** Logs and counts whatever never became a request. */
export function observeConnections({ log, metrics }: Resources): ConnectionObserver {
  return {
    ...metrics,
    refused: (refusal) => {
      metrics.refused(refusal)
      log.info(refusal, 'connection refused')
    },
    failed: (error) => log.error({ err: error }, 'connections cannot be accepted'),
  }
}

/** Requests may wait longer, but whoever asks for readiness does not: of workers, their primary process. */
const silentMs = 4000

/** Ready means: not draining, and the store answers. */
function createReadiness(reader: Pick<PlantReader, 'ping'>, isDraining: () => boolean): Readiness {
  return async () => {
    if (isDraining()) return { reason: 'draining' }
    try {
      const said = await Promise.race([reader.ping(), delay(silentMs, 'silent', { ref: false })])
      return said === 'silent' ? { reason: `the database has not answered for ${silentMs / 1000} s` } : {}
    } catch (error) {
      return { reason: error instanceof StoreError ? error.message : 'the store does not answer' }
    }
  }
}
