/** Servers of PostgreSQL as a careful operator has them. */
import { type OwnServer, type ServerSettings, startServer } from '@plant-store/test-postgres'

/** The role of the service, which is no superuser. */
export const role = 'plant_store_service'

/** An acknowledged change is on the disk. And connections are few, so that all of them can be taken. */
export const carefulSettings: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: 20,
}

/** A server with that role. */
export async function startWithRole(): Promise<OwnServer> {
  const server = await startServer(carefulSettings)
  await server.query(`create role ${role} login`)
  return server
}
