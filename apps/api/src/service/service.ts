/** The running service: two listeners over one store, and the way it ends. */
import { setTimeout } from 'node:timers/promises'
import type { PlantReader } from '@plant-store/store'
import type Koa from 'koa'
import type { Settings } from '../settings.ts'
import { createApplication, plantRoutes } from './application.ts'
import { type ConnectionObserver, createHttpServer, type HttpServer, type Limits } from './http-server.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { RequestState } from './middleware.ts'
import { createReadiness, operatorRoutes } from './operator-routes.ts'
import type { PlantStreams } from './plant-stream.ts'
import { createClientAddress, type RequestObserver } from './request-log.ts'

/** A service that answers. */
export interface Service {
  readonly url: string
  readonly operatorUrl: string
  /** Ends without failing a request: readiness fails first, then no new connections, then the last answers. */
  drain(): Promise<void>
}

/** What a service is made of. Whoever made them closes them, after it has drained. */
interface Parts {
  readonly store: PlantReader
  readonly streams: PlantStreams
  readonly log: Log
  readonly metrics: Metrics
}

/** Starts both listeners. Rejects with a `ListenError` when one can't be had; then neither is left open. */
export async function startService(settings: Settings, parts: Parts): Promise<Service> {
  const { store, streams, log, metrics } = parts
  let isDraining = false
  const service = serve(
    createApplication(plantRoutes(store, streams), {
      observer: observeRequests(parts),
      clientAddress: createClientAddress(settings.trustedProxies),
    }),
    settings,
    observeConnections(parts),
  )
  const operator = serve(
    createApplication(
      operatorRoutes(
        metrics.registry,
        createReadiness(store, () => isDraining),
      ),
      { observer: unobserved(log), clientAddress: createClientAddress([]) },
    ),
    settings,
    { ...observeConnections(parts), refused() {}, dropped() {} },
  )

  const { host, port, operatorHost, operatorPort } = settings
  const url = address(host, await service.listen(host, port))
  const operatorUrl = await operator.listen(operatorHost, operatorPort).then(
    (taken) => address(operatorHost, taken),
    async (error: unknown) => {
      await service.close(0)
      throw error
    },
  )
  log.info({ url, operatorUrl }, 'listening')

  return {
    url,
    operatorUrl,
    drain: async () => {
      isDraining = true
      log.info({ delayMs: settings.drainDelayMs, timeoutMs: settings.drainTimeoutMs }, 'draining')
      service.announceClose()
      await setTimeout(settings.drainDelayMs)
      await service.close(settings.drainTimeoutMs)
      await operator.close(0)
      log.info('drained')
    },
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

/** The operator's own requests are neither counted nor logged, but for errors: a probe every second would drown the rest. */
function unobserved(log: Log): RequestObserver {
  return {
    began() {},
    ended: (record) => {
      if (record.err !== undefined) log.request(record)
    },
    failedLate: logLateError(log),
  }
}

function logLateError(log: Log): RequestObserver['failedLate'] {
  return (requestId, { message: reason, cause }) => {
    log.error({ requestId, reason, err: cause }, 'error after the end of a request')
  }
}

function observeConnections({ log, metrics }: Parts): ConnectionObserver {
  return {
    refused: (refusal) => {
      metrics.refused(refusal)
      log.info(refusal, 'connection refused')
    },
    dropped: () => metrics.dropped(),
    failed: (error) => log.error({ err: error }, 'connections cannot be accepted'),
  }
}

function serve(app: Koa<RequestState>, limits: Limits, observer: ConnectionObserver): HttpServer {
  const handle = app.callback()
  return createHttpServer((req, res) => void handle(req, res), limits, observer)
}

/** The address as a person types it: an IPv6 address stands in brackets. */
function address(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
