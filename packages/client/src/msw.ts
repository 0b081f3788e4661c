/** The plant store for the tests of its consumers: handlers for Mock Service Worker, without any network. */
import type { Plant } from '@plant-store/contracts'
import { http, type HttpHandler } from 'msw'
import { respond, type PlantsOf, type Situation } from './mock/answer.ts'
import { examplePlants } from './mock/examples.ts'

export type { PlantsOf } from './mock/answer.ts'
export { examplePlants } from './mock/examples.ts'

/** The options of every handler. */
export interface HandlerOptions {
  /** The address at which the service pretends to run. The handler answers every request to it. */
  readonly baseUrl: string | URL
  /** Whether to answer only one request, and leave later ones to the handlers behind this one. */
  readonly once?: boolean
}

/** The options of the response `200`. */
export interface ListOptions extends HandlerOptions {
  /** The plants that everybody sees, or that each token's user sees; the contract's example unless given. */
  readonly plants?: readonly Plant[] | PlantsOf
}

/** The options of the response `503`. */
export interface UnavailableOptions extends HandlerOptions {
  /** After how many seconds to try again; 1 unless given. */
  readonly retryAfter?: number
}

/**
 * One handler for each response that the operation `listPlants` declares: the response to a request with nothing else wrong
 * with it. As in the service, faults are checked in the order of the contract: a missing token gets `401` from all of
 * them but `400`. `200` applies `limit`, supports `HEAD`, and answers `304` if the caller has the list already. `400`
 * treats each request as corrupted on its way, `401` each token as no longer accepted.
 */
export const listPlantsHandlers = {
  200: ({ plants = examplePlants, ...options }: ListOptions): HttpHandler =>
    handler(options, { plantsOf: typeof plants === 'function' ? plants : () => plants }),
  400: (options: HandlerOptions): HttpHandler => handler(options, { forced: 'malformedRequest' }),
  401: (options: HandlerOptions): HttpHandler => handler(options, { forced: 'refusedToken' }),
  500: (options: HandlerOptions): HttpHandler => handler(options, { forced: 'internal' }),
  503: ({ retryAfter, ...options }: UnavailableOptions): HttpHandler =>
    handler(options, { forced: 'unavailable', retryAfter }),
} as const

function handler({ baseUrl, once = false }: HandlerOptions, situation: Partial<Situation>): HttpHandler {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const literally = `${base.origin}${basePath}/`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return http.all(
    // The first versions of MSW 2 take no function here.
    new RegExp(`^${literally}`),
    ({ request }) => {
      const { method, headers, url } = request
      const { pathname, search } = new URL(url)
      const asked = { method, headers, target: pathname.slice(basePath.length) + search }
      return respond(asked, { plantsOf: () => examplePlants, ...situation })
    },
    { once },
  )
}
