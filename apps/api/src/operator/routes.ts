/** What the operator's listener answers. None of it is for strangers: it listens on loopback unless told otherwise. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Registry } from 'prom-client'
import type { Middleware } from '../http/middleware.ts'
import type { Route } from '../http/route.ts'
import { livez, type Readiness, readyz } from './health.ts'

/** `/livez`, `/readyz`, `/metrics` and the contract itself. */
export function operatorRoutes(registry: Registry, readiness: Readiness): readonly Route[] {
  const answers: Readonly<Record<string, Middleware>> = {
    '/livez': livez,
    '/readyz': readyz(readiness),
    '/metrics': metrics(registry),
    '/openapi.yaml': contract(),
  }
  return Object.entries(answers).map(([path, layer]) => ({ method: 'GET', path, layers: [layer] }))
}

/** The Prometheus text exposition format. */
function metrics(registry: Registry): Middleware {
  return async (ctx) => {
    const text = await registry.metrics()
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': registry.contentType })
    ctx.body = text
  }
}

/** The document as it stands in the repository, byte for byte. `application/yaml` is RFC 9512. */
function contract(): Middleware {
  const document = readFileSync(fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml')))
  return (ctx) => {
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/yaml' })
    ctx.body = document
  }
}
