/** Koa, @koa/router and koa-bearer-token with their defaults. */
import { Router } from '@koa/router'
import Koa from 'koa'
import { bearerToken } from 'koa-bearer-token'
import { announce, databaseArgument } from './announce.ts'
import { openPlantQueries } from './plant-queries.ts'

const queries = openPlantQueries(databaseArgument())
const router = new Router()

router.get('/plants', (ctx) => {
  const { token } = ctx.request
  const userId = (token === undefined ? undefined : queries.findUser(token)) ?? ctx.throw(401)
  const { limit } = ctx.query
  if (limit !== undefined && !isLimit(limit)) ctx.throw(400, 'limit must be a whole number')
  ctx.body = queries.listPlants(userId, limit === undefined ? undefined : Number(limit))
})

function isLimit(limit: string | readonly string[]): boolean {
  return typeof limit === 'string' && /^(?:0|[1-9][0-9]{0,9})$/.test(limit) && Number(limit) <= 2_147_483_647
}

const app = new Koa()
app.use(bearerToken())
app.use(router.routes())
app.use(router.allowedMethods())

const server = app.listen(0, '127.0.0.1', () => {
  announce(server)
})
