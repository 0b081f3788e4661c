/** The routes of the operator's listener. None is for strangers: it listens on loopback unless configured otherwise. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Router } from '@koa/router'
import { type PlantReader, StoreError } from '@plant-store/store'
import type { Registry } from 'prom-client'
import { createRouter } from './application.ts'
import { docsPath, serveDocs } from './docs.ts'
import type { RequestState } from './middleware.ts'
import { hostOf } from './validate-request.ts'

/** Whether a live service takes requests; if not, `reason` says why. */
export type Readiness = () => Promise<{
  readonly reason?: string
  /** If workers answer the requests: how many do, and how many should. */
  readonly workers?: { readonly ready: number; readonly wanted: number }
}>

/**
 * `/livez`, `/readyz`, `/metrics`, the contract itself and, if `serviceUrl` is given, the page to read and try it.
 * `serviceUrl` returns where the service listens, once it does.
 */
export function operatorRoutes(
  metrics: Pick<Registry, 'contentType' | 'metrics'>,
  readiness: Readiness,
  serviceUrl?: () => string,
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
    const text = await metrics.metrics()
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType })
    ctx.body = text
  })

  // The document as it stands in the repository, byte for byte. `application/yaml` is RFC 9512.
  router.get('/openapi.yaml', (ctx) => {
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/yaml' })
    ctx.body = contract
  })

  if (serviceUrl !== undefined) router.get(docsPath, serveDocs(contract, serviceUrl))
  return router
}

/**
 * Passes on requests for an IP address, for `localhost` and for `names`; answers 421 to those for any other name. Otherwise
 * the script of a site that lets its own name lead here (DNS rebinding) could read the answers: to a browser they are its own.
 */
export function answerOwnNames(names: readonly string[], handler: RequestListener): RequestListener {
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

/** Requests may wait longer, but whoever asks for readiness does not: of workers, their primary process. */
const silentMs = 4000

/** Ready means: not draining, and the store answers. */
export function createReadiness(reader: Pick<PlantReader, 'ping'>, isDraining: () => boolean): Readiness {
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
