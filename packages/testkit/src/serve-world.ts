/** A service with a known world: what most tests of requests start with. */
import { type LargeWorld, makeLargeWorld } from './large-world.ts'
import { makeWorld, type World } from './make-world.ts'
import { smallWorld } from './small-world.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** The caller stops it. */
export interface ServedWorld<Made> {
  readonly world: Made
  readonly service: Service
  /** Stops the service and removes its database. */
  readonly stop: () => Promise<void>
}

export type SmallService = ServedWorld<World<'ana' | 'ben' | 'cleo'>>

/**
 * Makes the world and starts a service on it, with these settings in addition to the database. Rejects where the signal is
 * aborted before the service listens; nothing is left behind then.
 */
export const serveSmallWorld = (
  settings?: ServiceOptions['settings'],
  signal?: AbortSignal,
): Promise<SmallService> => serve((directory) => makeWorld(directory, smallWorld), settings, signal)

/** The same with a world of so many plants, whose names have this length. */
export const serveLargeWorld = (
  count: number,
  nameLength: number,
  settings?: ServiceOptions['settings'],
): Promise<ServedWorld<LargeWorld>> =>
  serve((directory) => makeLargeWorld(directory, count, nameLength), settings)

async function serve<Made extends { readonly database: string }>(
  make: (directory: string) => Promise<Made>,
  settings: ServiceOptions['settings'] = {},
  signal?: AbortSignal,
): Promise<ServedWorld<Made>> {
  const directory = await temporaryDirectory()
  try {
    const world = await make(directory.path)
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
