/** Opens Fastify's database, whichever engine it has. */
import { openPlantQueries } from './plant-queries.ts'
import type { PlantSource } from './plant-source.ts'
import { openPostgresSource } from './postgres-source.ts'

/** Opens an SQLite file or the address of a PostgreSQL database, for reading only. */
export function openPlantSource(database: string): PlantSource {
  return database.startsWith('postgres:') ? openPostgresSource(database) : openSqliteSource(database)
}

function openSqliteSource(file: string): PlantSource {
  const queries = openPlantQueries(file)
  return {
    firstPlants: (token, limit) => {
      const user = queries.findUser(token)
      return user === undefined ? undefined : queries.listPlants(user, limit)
    },
    pages: (token, limit) => queries.pages(queries.findUser(token) ?? 0, limit),
  }
}
