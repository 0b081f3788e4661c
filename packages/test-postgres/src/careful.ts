/** Servers and roles as a careful operator has them. */
import type { ServerSettings } from './keeper.ts'
import { type OwnServer, startServer } from './own-server.ts'

/** An acknowledged change is on disk. */
export const carefulSettings: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

/** The service's role, which is not a superuser; so row-level security applies to it. */
const role = 'plant_store_service'

/** What the role may do in a database once the tables exist, as `apps/api/deploy/service-role.sql` says. */
export const serviceRights = `
  grant select on all tables in schema public to ${role};
  grant update (last_used_at) on token to ${role};
  grant insert on token_use to ${role}`

/** The same address for the service's role. */
export const asService = (url: string): string => url.replace('//postgres@', `//${role}@`)

/** Starts a primary with these settings and the service's role. */
export async function startCareful(settings: ServerSettings = {}): Promise<OwnServer> {
  const server = await startServer({ ...carefulSettings, ...settings })
  await server.query(`create role ${role} login`)
  return server
}
