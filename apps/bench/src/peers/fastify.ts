/** Fastify with its defaults, as its own benchmarks run it: no log, and each list made in one go. */
import { fastify } from 'fastify'
import { announce, databaseArgument } from './announce.ts'
import { addPlants } from './fastify-plants.ts'
import { openPlantSource } from './open-plant-source.ts'

const source = openPlantSource(databaseArgument())
const app = fastify()
addPlants(app, (token, limit) => source.firstPlants(token, limit))

await app.listen({ host: '127.0.0.1', port: 0 })
announce(app.server)
