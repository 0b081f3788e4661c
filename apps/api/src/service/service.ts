/** The running service: the public listener, the operator's listener, and how both end. */
import type { RequestListener } from 'node:http'
import type { Settings } from '../settings.ts'
import { createApplication } from './application.ts'
import { docsPath, passOnTries } from './docs.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import type { Log } from './log.ts'
import { answerOwnNames, operatorRoutes } from './operator-routes.ts'
import type { Parts } from './parts.ts'
import {
  address,
  handlerOf,
  logLateError,
  observeConnections,
  type PublicListener,
} from './public-listener.ts'
import { createClientAddress, type RequestObserver } from './request-log.ts'

/** A service that answers. */
export interface Service {
  readonly url: string
  readonly operatorUrl: string
  /** The address of the documentation page, if there is one. */
  readonly docsUrl: string | undefined
  /** Ends without failing a request: fails readiness, then accepts no more connections, then finishes the answers. */
  drain(): Promise<void>
}

/**
 * Starts the operator's listener beside the public one. `handler` answers the requests of the documentation page. Rejects
 * with a `ListenError` if the operator's listener can't be started; the public one is then stopped as well.
 */
export async function startService(
  settings: Settings,
  parts: Parts,
  listener: PublicListener,
  handler: RequestListener,
): Promise<Service> {
  const { log } = parts
  const { url } = listener
  const { operatorHost, operatorPort, workers } = settings
  const operator = createOperator(settings, parts, listener, handler)
  const operatorUrl = await operator.listen(operatorHost, operatorPort).then(
    (taken) => address(operatorHost, taken),
    async (error: unknown) => {
      await listener.stop()
      throw error
    },
  )
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

function createOperator(
  settings: Settings,
  parts: Parts,
  listener: PublicListener,
  plantHandler: RequestListener,
): HttpServer {
  const hasDocs = settings.docs === 'on'
  const { contentType } = parts.metrics.registry
  const metrics = { contentType, metrics: () => listener.metrics() }
  const routes = operatorRoutes(metrics, listener.readiness, hasDocs ? () => listener.url : undefined)
  const handler = handlerOf(
    createApplication(routes, { observer: unobserved(parts.log), clientAddress: createClientAddress([]) }),
  )
  const observer = { ...observeConnections(parts), refused() {}, dropped() {} }
  const all = hasDocs ? passOnTries(plantHandler, handler) : handler
  const names = [settings.operatorHost, ...settings.operatorNames]
  return createHttpServer(answerOwnNames(names, all), settings, observer)
}

/** The operator's own requests are not counted, and only errors logged: a probe every second would drown the rest. */
function unobserved(log: Log): RequestObserver {
  return {
    began() {},
    ended: (record) => {
      if (record.err !== undefined) log.request(record)
    },
    failedLate: logLateError(log),
  }
}
