/** The service of this repository, started with a world that is known in full, and the check of it. */
import { serveSmallWorld, type World } from '@plant-store/testkit'
import { checkAndReport } from '../src/command/check-and-report.ts'
import { type Exit, toLines } from '../src/command/exit-codes.ts'
import type { CheckOptions } from '../src/command/options.ts'
import { type Context, writeText } from '../src/command/terminal.ts'
import { InputError } from '../src/input-error.ts'
import type { Subject } from '../src/subject.ts'
import { plantStore } from './own.ts'

/** `conformance check --own`. Resolves to how the command ends. Rejects with an `InputError`. */
export async function checkOwnService(options: CheckOptions, context: Context): Promise<Exit> {
  const { token, tokenFile, world, header } = options
  if ([token, tokenFile, world, header].some((one) => one !== undefined)) {
    throw new InputError('--token, --token-file, --world and --header also need the address of the service.')
  }
  // Nobody misses what changes there. It is loaded while the service starts; if that fails, it is reported where it is awaited.
  const basis = plantStore.basis({ ...options, checkers: context.checkers, writes: true })
  basis.catch(() => {})
  await using service = await startOwnService(context.interrupt)
  const exit = await checkAndReport(service.known, await basis, options, context)
  const end = service.ownEnd()
  if (end !== undefined && !context.interrupt.aborted)
    await writeText(context.stderr, toLines(end, options.json === true))
  return exit
}

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
