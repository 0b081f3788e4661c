/** The ceiling: `node:http` answers every request with one fixed buffer. It checks nothing. */
import { createServer } from 'node:http'
import { announce, databaseArgument } from './announce.ts'
import { openPlantQueries } from './plant-queries.ts'

const body = Buffer.from(JSON.stringify(openPlantQueries(databaseArgument()).listPlants(1, 20)))
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  announce(server)
})
