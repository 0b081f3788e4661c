/** The operator's listener and its routes. None is for strangers: it listens on loopback unless configured otherwise. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Router } from '@koa/router'
import type { Settings } from '../settings.ts'
import { createApplication } from './application.ts'
import { addDocs, forwardTryRequests } from './docs/route.ts'
import { createRouter, type RequestState } from './middleware/context.ts'
import { hostOf } from './middleware/receive-request.ts'
import { createClientAddress } from './middleware/request-log.ts'
import { logLateError, observeConnections, type PublicListener, type Resources } from './public-listener.ts'
import { createHttpServer, type HttpServer } from './server/http-server.ts'

/**
 * Puts the operator's routes behind the limits, without listening yet. `plantHandler` answers the documentation page's
 * requests.
 */
export function createOperatorServer(
  settings: Settings,
  resources: Resources,
  listener: PublicListener,
  plantHandler: RequestListener,
): HttpServer {
  const hasDocs = settings.docs === 'on'
  const { contentType } = resources.metrics.registry
  const handler = createApplication(operatorRoutes(listener, contentType, hasDocs), {
    // Its own requests are not counted, and only errors logged: a probe every second would drown the rest.
    metrics: { began() {}, ended() {} },
    write: (record) => {
      if (record.err !== undefined) resources.log.request(record)
    },
    failedLate: logLateError(resources.log),
    clientAddress: createClientAddress([]),
  })
  const { failed } = observeConnections(resources)
  const all = hasDocs ? forwardTryRequests(plantHandler, handler) : handler
  const names = [settings.operatorHost, ...settings.operatorNames]
  return createHttpServer(answerOwnNames(names, all), settings, { failed })
}

/** `/livez`, `/readyz`, `/metrics`, the contract itself and, if wanted, the page to read and try it. */
function operatorRoutes(
  { url, readiness, metrics }: PublicListener,
  metricsType: string,
  hasDocs: boolean,
): Router<RequestState> {
  const contract = readFileSync(fileURLToPath(import.meta.resolve('#openapi.yaml')))
  const router = createRouter()

  // Always 200, because the event loop is running. A restart would fix nothing that readiness reports.
  router.get('/livez', (ctx) => {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { status: 'alive' }
  })

  router.get('/readyz', async (ctx) => {
    const facts = await readiness()
    const isReady = facts.reason === undefined
    ctx.set('Cache-Control', 'no-store')
    ctx.status = isReady ? 200 : 503
    ctx.body = { status: isReady ? 'ready' : 'not ready', ...facts }
  })

  // The Prometheus text exposition format.
  router.get('/metrics', async (ctx) => {
    const text = await metrics()
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metricsType })
    ctx.body = text
  })

  // The document as it stands in the repository, byte for byte. `application/yaml` is RFC 9512.
  router.get('/openapi.yaml', (ctx) => {
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/yaml' })
    ctx.body = contract
  })

  if (hasDocs) addDocs(router, url)
  return router
}

/**
 * Passes on requests for an IP address, for `localhost` and for `names`; answers 421 to those for any other name. Otherwise
 * the script of a site that lets its own name lead here (DNS rebinding) could read the responses: to a browser they are its own.
 */
function answerOwnNames(names: readonly string[], handler: RequestListener): RequestListener {
  const own = new Set(['localhost', ...names].map((name) => plainName(name)))
  return (req, res) => {
    const host = hostOf(req)
    if (host === undefined || isIP(host.replaceAll(/[[\]]/g, '')) !== 0 || own.has(plainName(host))) {
      handler(req, res)
      return
    }
    // What is left of the request is not read.
    const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', Connection: 'close' }
    const advice = 'if it is to be one, add it to --operator-names (PLANT_STORE_OPERATOR_NAMES)'
    res.writeHead(421, headers).end(`"${host}" is none of the names of this listener: ${advice}.\n`)
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
