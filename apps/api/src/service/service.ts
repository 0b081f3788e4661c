/** The running service: two listeners over one store, and the way it ends. */
import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { PlantReader } from '@plant-store/store'
import type Koa from 'koa'
import type { Settings } from '../settings.ts'
import { createApplication, plantRoutes } from './application.ts'
import { docsPath, passOnTries } from './docs.ts'
import { type ConnectionObserver, createHttpServer, type HttpServer } from './http-server.ts'
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
  /** Of the documentation page, where there is one. */
  readonly docsUrl: string | undefined
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
  const { store, streams, log } = parts
  let isDraining = false
  const answerPlants = listenerOf(
    createApplication(plantRoutes(store, streams), {
      observer: observeRequests(parts),
      clientAddress: createClientAddress(settings.trustedProxies),
    }),
  )
  const service = createHttpServer(answerPlants, settings, observeConnections(parts))
  const operator = createOperator(settings, parts, {
    answerPlants,
    url: () => url,
    isDraining: () => isDraining,
  })

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
    docsUrl: settings.docs === 'on' ? `${operatorUrl}${docsPath}` : undefined,
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

/** What the operator's listener knows of the service. */
interface Running {
  readonly answerPlants: RequestListener
  /** Where the service listens, once it does. */
  readonly url: () => string
  readonly isDraining: () => boolean
}

function createOperator(settings: Settings, parts: Parts, running: Running): HttpServer {
  const { answerPlants, url, isDraining } = running
  const { store, log, metrics } = parts
  const readiness = createReadiness(store, isDraining)
  const hasDocs = settings.docs === 'on'
  const routes = operatorRoutes(metrics.registry, readiness, hasDocs ? url : undefined)
  const answer = listenerOf(
    createApplication(routes, { observer: unobserved(log), clientAddress: createClientAddress([]) }),
  )
  const observer = { ...observeConnections(parts), refused() {}, dropped() {} }
  return createHttpServer(hasDocs ? passOnTries(answerPlants, answer) : answer, settings, observer)
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

function listenerOf(app: Koa<RequestState>): RequestListener {
  const handle = app.callback()
  return (req, res) => void handle(req, res)
}

/** The address as a person types it: an IPv6 address stands in brackets. */
function address(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
