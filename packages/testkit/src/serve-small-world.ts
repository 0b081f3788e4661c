/** A service with the small world: what most tests of requests start with. */
import { makeWorld, type World } from './make-world.ts'
import { smallWorld } from './small-world.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface SmallService {
  readonly world: World<'ana' | 'ben' | 'cleo'>
  readonly service: Service
  /** Stops the service and removes its database. */
  readonly stop: () => Promise<void>
}

/**
 * Makes the world and starts a service on it, with these settings in addition to the database. The caller stops it.
 * Rejects where the signal is aborted before the service listens; nothing is left behind then.
 */
export async function serveSmallWorld(
  settings: ServiceOptions['settings'] = {},
  signal?: AbortSignal,
): Promise<SmallService> {
  const directory = await temporaryDirectory()
  try {
    const world = await makeWorld(directory.path, smallWorld)
    const service = await startService({ settings: { database: world.database, ...settings }, signal })
    const stop = async (): Promise<void> => {
      await service.stop()
      await directory.remove()
    }
    return { world, service, stop }
  } catch (error) {
    await directory.remove()
    throw error
  }
}
