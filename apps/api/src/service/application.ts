/** The path of one request through the service, in order. */
import type { PlantReader } from '@plant-store/store'
import { Router, type RouterContext } from '@koa/router'
import Koa from 'koa'
import { bearerToken } from 'koa-bearer-token'
import { authenticate, requireOneCredential } from './authenticate.ts'
import { discardBody } from './discard-body.ts'
import { breakConnection, errorHandler } from './error-handler.ts'
import { HttpError } from './http-error.ts'
import { firstPageOf, listPlants } from './list-plants.ts'
import type { RequestState } from './middleware.ts'
import type { PlantStreams } from './plant-stream.ts'
import { type ClientAddress, type RequestObserver, requestLog } from './request-log.ts'
import { parseQueryInLinearTime, useOriginForm } from './target.ts'
import { validateRequest } from './validate-request.ts'

/** The operations of the contract: the caller is authenticated before the query is checked. */
export function plantRoutes(reader: PlantReader, streams: PlantStreams): Router<RequestState> {
  return createRouter().get(
    '/plants',
    requireOneCredential,
    bearerToken(),
    authenticate(reader, firstPageOf),
    listPlants(streams),
  )
}

/** A router that matches paths exactly; otherwise /plants/ and /PLANTS would be answered too. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ strict: true, sensitive: true })
}

/** The observer of every request, and the way to find its client's address. */
interface Watch {
  readonly observer: RequestObserver
  readonly clientAddress: ClientAddress
}

/** A Koa application that answers what `router` routes and nothing else. */
export function createApplication(
  router: Router<RequestState>,
  { observer, clientAddress }: Watch,
): Koa<RequestState> {
  const app = new Koa<RequestState>()
  parseQueryInLinearTime(app)
  app.use(useOriginForm)
  app.use(errorHandler(observer))
  app.use(requestLog(observer, clientAddress))
  app.use(validateRequest)
  app.use(discardBody)
  app.use(router.routes())
  app.use(refuseUnrouted)
  app.on('error', breakConnection(observer))
  return app
}

/**
 * Refuses requests that no route answers: 404, or 405 with the methods of the path. The router's own `allowedMethods`
 * answers 501 to methods that it doesn't know, and 200 to OPTIONS.
 */
function refuseUnrouted({ matched = [] }: Pick<RouterContext, 'matched'>): never {
  const allowed = new Set(matched.flatMap(({ methods }) => methods))
  if (allowed.size === 0) throw new HttpError('notFound', 'no such path')
  throw new HttpError('methodNotAllowed', 'no such method here', {
    headers: { Allow: [...allowed].toSorted().join(', ') },
  })
}
