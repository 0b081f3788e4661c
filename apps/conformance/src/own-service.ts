/** The service of this repository, started on a world that is known in full. */
import { makeWorld, smallWorld, startService, temporaryDirectory, type World } from '@plant-store/testkit'
import type { Subject } from './subject.ts'

/** Where it is and what it must know. Dispose of it: then it has ended, and its database is gone. */
export interface OwnService extends AsyncDisposable {
  readonly known: Pick<Subject, 'url' | 'callers' | 'refusedTokens'>
}

/** Resolves when it listens, on a free port. */
export async function startOwnService(): Promise<OwnService> {
  const directory = await temporaryDirectory()
  try {
    const world = await makeWorld(directory.path, smallWorld)
    const service = await startService({ settings: { database: world.database, drainDelayMs: 0 } })
    return {
      known: { url: service.url, ...knowledgeOf(world) },
      [Symbol.asyncDispose]: async () => {
        await service.stop()
        await directory.remove()
      },
    }
  } catch (fault) {
    await directory.remove()
    throw fault
  }
}

function knowledgeOf({ users, strangerToken }: World): Pick<Subject, 'callers' | 'refusedTokens'> {
  const everyone = Object.values(users)
  return {
    callers: everyone.map(({ token, plants }) => ({ token, plants })),
    refusedTokens: [
      ...everyone.flatMap(({ expiredToken, revokedToken }) => [expiredToken, revokedToken]),
      strangerToken,
    ],
  }
}
