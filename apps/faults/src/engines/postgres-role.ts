/** Starts PostgreSQL servers as a careful operator configures them. */
import { type OwnServer, type ServerSettings, startServer } from '@plant-store/test-postgres'

/** The service's role, which is not a superuser. */
export const role = 'plant_store_service'

/** An acknowledged change is on disk. There are few connections, so that all of them can be taken. */
export const carefulSettings: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: 20,
}

/** Starts a server with that role. */
export async function startWithRole(): Promise<OwnServer> {
  const server = await startServer(carefulSettings)
  await server.query(`create role ${role} login`)
  return server
}
