/** The service of this repository, started on a world that is known in full. */
import { serveSmallWorld, type World } from '@plant-store/testkit'
import type { Subject } from './subject.ts'

/** Where it is and what it must know. Dispose of it: then it has ended, and its database is gone. */
interface OwnService extends AsyncDisposable {
  readonly known: Pick<Subject, 'url' | 'callers' | 'refusedTokens'>
}

/** Resolves when it listens, on a free port. Rejects where the signal is aborted before. */
export async function startOwnService(signal?: AbortSignal): Promise<OwnService> {
  const { world, service, stop } = await serveSmallWorld({ drainDelayMs: 0 }, signal)
  return { known: { url: service.url, ...knowledgeOf(world) }, [Symbol.asyncDispose]: stop }
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
