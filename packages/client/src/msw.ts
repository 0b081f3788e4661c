/** The plant store for the tests of its consumers: handlers for Mock Service Worker, without any network. */
import type { Plant } from '@plant-store/contracts'
import { http, type HttpHandler } from 'msw'
import { answer, type PlantsOf, type Situation } from './mock/answer.ts'
import { examplePlants } from './mock/examples.ts'

export type { PlantsOf } from './mock/answer.ts'
export { examplePlants } from './mock/examples.ts'

/** What every handler takes. */
export interface HandlerOptions {
  /** Where the service is said to run. Whatever is asked for there, the handler answers. */
  readonly baseUrl: string | URL
  /** Answers one request, and leaves the others to the handlers behind it. */
  readonly once?: boolean
}

/** For the answer `200`. */
export interface ListOptions extends HandlerOptions {
  /** What everybody sees, or the user of each token; the example of the contract unless given. */
  readonly plants?: readonly Plant[] | PlantsOf
}

/** For the answer `503`. */
export interface UnavailableOptions extends HandlerOptions {
  /** In how many seconds to try again; 1 unless given. */
  readonly retryAfter?: number
}

/**
 * One handler for each answer that the operation `listPlants` declares. It is the answer to a request that has nothing
 * wrong with it; what is wrong with another one comes first, as with the service: a missing token is told by each of
 * them. `200` applies `limit`, knows `HEAD`, and answers `304` where the caller has the list already. With `400` each
 * request was spoiled on its way, with `401` no token is good any more.
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
  return http.all(
    ({ request }) => {
      const { origin, pathname } = new URL(request.url)
      return origin === base.origin && pathname.startsWith(`${basePath}/`)
    },
    ({ request }) => {
      const { method, headers, url } = request
      const { pathname, search } = new URL(url)
      const asked = { method, headers, target: pathname.slice(basePath.length) + search }
      return answer(asked, { plantsOf: () => examplePlants, ...situation })
    },
    { once },
  )
}
