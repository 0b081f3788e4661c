/** The way of one request through the service, in order. */
import { listPlants as contractOfListPlants } from '@plant-store/contracts'
import type { PlantReader } from '@plant-store/store'
import Koa from 'koa'
import { listPlants } from '../plants/list-plants.ts'
import { authenticate } from './authenticate.ts'
import { content } from './content.ts'
import { failures } from './failures.ts'
import { framing } from './framing.ts'
import type { RequestState } from './middleware.ts'
import { observe, type Observer } from './observe.ts'
import { retireQuadraticQuery } from './query.ts'
import { type Route, route } from './route.ts'

/** The operations of the contract: who is asking comes before what is asked. */
export function contractRoutes(store: PlantReader): readonly Route[] {
  return [{ ...contractOfListPlants, layers: [...authenticate(store), listPlants()] }]
}

/** A Koa application that answers `routes` and nothing else, and tells `observer` of every request. */
export function createApplication(routes: readonly Route[], observer: Observer): Koa<RequestState> {
  const app = new Koa<RequestState>()
  retireQuadraticQuery(app)
  const layers = [failures, observe(observer), framing, content, ...route(routes)]
  for (const layer of layers) {
    app.use(layer)
  }
  // Koa prints errors to stderr unless somebody listens; what reaches this point is a reader that left midway.
  app.on('error', () => {})
  return app
}
