/** Fastify with its defaults, as its own benchmarks run it: no log, and each list made in one go. */
import { fastify } from 'fastify'
import { announce, databaseArgument } from './announce.ts'
import { addPlants } from './fastify-plants.ts'
import { openPlantQueries } from './plant-queries.ts'

const queries = openPlantQueries(databaseArgument())
const app = fastify()
addPlants(app, queries, (userId, limit) => queries.listPlants(userId, limit))

await app.listen({ host: '127.0.0.1', port: 0 })
announce(app.server)
