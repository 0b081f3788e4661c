/** The database that Fastify was started on, by the engine that has it. */
import { openPlantQueries } from './plant-queries.ts'
import type { PlantSource } from './plant-source.ts'
import { openPostgresSource } from './postgres-source.ts'

/** Opens a file of SQLite, or the address of a database of PostgreSQL, for reading only. */
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
