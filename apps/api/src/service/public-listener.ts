/** The listener that answers the requests of the contract, and nothing else. */
import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type Koa from 'koa'
import type { Settings } from '../settings.ts'
import { createApplication, plantRoutes } from './application.ts'
import { type ConnectionObserver, createHttpServer } from './http-server.ts'
import type { Log } from './log.ts'
import type { RequestState } from './middleware.ts'
import { createReadiness, type Readiness } from './operator-routes.ts'
import type { Parts } from './parts.ts'
import { createClientAddress, type RequestObserver } from './request-log.ts'

/** What answers requests: a listener of this process, or workers that share one. */
export interface PublicListener {
  readonly url: string
  readonly readiness: Readiness
  /** The metrics, in the format that Prometheus reads. */
  metrics(): Promise<string>
  /** Rejects when nothing answers requests any more, and nothing will again. */
  readonly failed?: Promise<never>
  /** Stops being ready, then accepts no more connections, then finishes the last answers. */
  drain(): Promise<void>
  /** Ends at once. */
  stop(): Promise<void>
}

/** Creates the handler that answers the requests of the contract, each with its log line and its measurements. */
export function createPlantHandler(settings: Settings, parts: Parts): RequestListener {
  const application = createApplication(plantRoutes(parts.store, parts.streams), {
    observer: observeRequests(parts),
    clientAddress: createClientAddress(settings.trustedProxies),
  })
  return handlerOf(application)
}

/** Listens in this process. Rejects with a `ListenError`. */
export async function startListener(
  settings: Settings,
  parts: Parts,
  handler: RequestListener,
): Promise<PublicListener> {
  let isDraining = false
  const server = createHttpServer(handler, settings, observeConnections(parts))
  const { host, port } = settings
  return {
    url: address(host, await server.listen(host, port)),
    readiness: createReadiness(parts.store, () => isDraining),
    metrics: () => parts.metrics.registry.metrics(),
    drain: async () => {
      isDraining = true
      server.announceClose()
      await setTimeout(settings.drainDelayMs)
      await server.close(settings.drainTimeoutMs)
    },
    stop: () => server.close(0),
  }
}

function observeRequests({ log, metrics }: Parts): RequestObserver {
  return {
    began: () => metrics.began(),
    ended: (record) => {
      metrics.ended(record)
      log.request(record)
    },
    failedLate: logLateError(log),
  }
}

/** Logs a fault of the service in a request that has already ended. */
export function logLateError(log: Log): RequestObserver['failedLate'] {
  return (requestId, { message: reason, cause }) => {
    log.error({ requestId, reason, err: cause }, 'error after the end of a request')
  }
}

/** Logs and counts whatever never became a request. */
export function observeConnections({ log, metrics }: Parts): ConnectionObserver {
  return {
    refused: (refusal) => {
      metrics.refused(refusal)
      log.info(refusal, 'connection refused')
    },
    dropped: () => metrics.dropped(),
    failed: (error) => log.error({ err: error }, 'connections cannot be accepted'),
  }
}

/** The application in the form that a server takes. */
export function handlerOf(app: Koa<RequestState>): RequestListener {
  const handle = app.callback()
  return (req, res) => void handle(req, res)
}

/** The address as a person types it: with brackets around an IPv6 address. */
export function address(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
