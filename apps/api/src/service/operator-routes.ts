/** What the operator's listener answers. None of it is for strangers: it listens on loopback unless told otherwise. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Router } from '@koa/router'
import { type PlantReader, StoreError } from '@plant-store/store'
import type { Registry } from 'prom-client'
import { createRouter } from './application.ts'
import { docsPath, serveDocs } from './docs.ts'
import type { RequestState } from './middleware.ts'

/** Why a service that is alive takes no requests; undefined when it does. */
export type Readiness = () => Promise<string | undefined>

/**
 * `/livez`, `/readyz`, `/metrics`, the contract itself, and, where `serviceUrl` is given, the page to read and try it:
 * that says where the service listens, once it does.
 */
export function operatorRoutes(
  registry: Registry,
  readiness: Readiness,
  serviceUrl?: () => string,
): Router<RequestState> {
  const contract = readFileSync(fileURLToPath(import.meta.resolve('#openapi.yaml')))
  const router = createRouter()

  // Always 200: the event loop turns. A restart would mend nothing that readiness reports.
  router.get('/livez', (ctx) => {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { status: 'alive' }
  })

  router.get('/readyz', async (ctx) => {
    const reason = await readiness()
    ctx.set('Cache-Control', 'no-store')
    ctx.status = reason === undefined ? 200 : 503
    ctx.body = reason === undefined ? { status: 'ready' } : { status: 'not ready', reason }
  })

  // The Prometheus text exposition format.
  router.get('/metrics', async (ctx) => {
    const text = await registry.metrics()
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': registry.contentType })
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

/** Ready means: not draining, and the store answers. */
export function createReadiness(reader: Pick<PlantReader, 'ping'>, isDraining: () => boolean): Readiness {
  return async () => {
    if (isDraining()) return 'draining'
    try {
      await reader.ping()
      return undefined
    } catch (error) {
      return error instanceof StoreError ? error.message : 'the store does not answer'
    }
  }
}
