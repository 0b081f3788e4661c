/** The service of this repository, started with a world that is known in full. */
import { serveSmallWorld, type World } from '@plant-store/testkit'
import type { Subject } from '../src/subject.ts'

/** The running service and what is known about it. Disposing of it ends the service and removes its database. */
interface OwnService extends AsyncDisposable {
  readonly known: Pick<Subject, 'url' | 'callers' | 'refused'>
  /** How the service ended and what it said, if it ended by itself; otherwise undefined. */
  ownEnd(): string | undefined
}

/** Resolves when the service listens, on a free port. Rejects if the signal is aborted before that. */
export async function startOwnService(signal?: AbortSignal): Promise<OwnService> {
  const { world, service, stop } = await serveSmallWorld({ drainDelayMs: 0 }, signal)
  let end: string | undefined
  const noteEnd = async (): Promise<void> => {
    const { code, signal: killedBy, stderr } = await service.exited
    const how = killedBy ?? `exit code ${code}`
    end = `The service that was started for the check ended by itself (${how}):\n${stderr.trimEnd()}`
  }
  void noteEnd()
  const known = { url: service.url, ...knowledgeOf(world) }
  return { known, ownEnd: () => end, [Symbol.asyncDispose]: stop }
}

function knowledgeOf({ users, strangerToken }: World): Pick<Subject, 'callers' | 'refused'> {
  const everyone = Object.values(users)
  return {
    callers: everyone.map(({ token, plants }) => ({ token, plants })),
    refused: [
      ...everyone.flatMap(({ expiredToken, revokedToken }) => [expiredToken, revokedToken]),
      strangerToken,
    ].map((token) => ({ token })),
  }
}
