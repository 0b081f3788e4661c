/** The running service: two listeners over one store, and the way it ends. */
import { setTimeout } from 'node:timers/promises'
import type { PlantReader } from '@plant-store/store'
import { contractRoutes, createApplication } from './http/application.ts'
import { createGuard, type Guard, type GuardObserver, type Limits } from './http/guard.ts'
import type { Observer } from './http/observe.ts'
import type { Route } from './http/route.ts'
import { createRequestLog, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness } from './operator/health.ts'
import { operatorRoutes } from './operator/routes.ts'
import type { Settings } from './settings.ts'

/** A service that answers. */
export interface Service {
  readonly url: string
  readonly operatorUrl: string
  /** Ends without failing a request: readiness fails first, then no new connections, then the last answers. */
  drain(): Promise<void>
}

/** What a service is made of. Whoever made them closes them, after it has drained. */
export interface Parts {
  readonly store: PlantReader
  readonly log: Log
  readonly metrics: Metrics
}

/** Starts both listeners. Rejects with a `ListenError` when one can't be had; then neither is left open. */
export async function startService(settings: Settings, { store, log, metrics }: Parts): Promise<Service> {
  let draining = false
  const readiness = createReadiness(store, () => draining)
  const logRequest = createRequestLog(log)
  const service = serveRoutes(contractRoutes(store), settings, {
    ...metrics,
    ended: (seen) => {
      metrics.ended(seen)
      logRequest(seen)
    },
    refused: (refusal) => {
      metrics.refused(refusal)
      log.info(refusal, 'connection refused')
    },
  })
  const operator = serveRoutes(operatorRoutes(metrics.registry, readiness), settings, unobserved)

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
      draining = true
      log.info({ delayMs: settings.drainDelayMs, timeoutMs: settings.drainTimeoutMs }, 'draining')
      service.announceClose()
      await setTimeout(settings.drainDelayMs)
      await service.close(settings.drainTimeoutMs)
      await operator.close(0)
      log.info('drained')
    },
  }
}

/** The operator's own requests are neither counted nor logged: a probe every second would drown the rest. */
const unobserved: Observer & GuardObserver = { began() {}, ended() {}, refused() {}, dropped() {} }

function serveRoutes(routes: readonly Route[], limits: Limits, observer: Observer & GuardObserver): Guard {
  const answer = createApplication(routes, observer).callback()
  return createGuard((req, res) => void answer(req, res), limits, observer)
}

/** The address as a person types it: an IPv6 address stands in brackets. */
function address(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
