/** The routes of the operator's listener. None is for strangers: it listens on loopback unless configured otherwise. */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Router } from '@koa/router'
import { type PlantReader, StoreError } from '@plant-store/store'
import type { Registry } from 'prom-client'
import { createRouter } from './application.ts'
import { docsPath, serveDocs } from './docs.ts'
import type { RequestState } from './middleware.ts'

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
