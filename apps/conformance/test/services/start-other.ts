/** Starts a service of `services/` as a process of its own. */
import { temporaryDirectory } from '@plant-store/testkit'
import { prepare } from './other-services.ts'
import { usersFile, writeWorld } from './users.ts'
import { type Listening, startProgram } from './start-program.ts'

/** A running service. Dispose of it: that ends it. */
export interface Started extends Listening {
  /** The service's users and plants, for the harness. */
  readonly worldFile: string
}

/**
 * Resolves when the service has printed its address. Rejects with `NotFound` where its language is not on this machine,
 * and with the service's output where it ends before that, or takes too long.
 */
export async function startOther(name: string): Promise<Started> {
  const { tokens, cwd, words } = await prepare(name)
  await using stack = new AsyncDisposableStack()
  const directory = stack.use(await temporaryDirectory())
  const worldFile = await writeWorld(directory.path, tokens)
  const { url } = stack.use(await startProgram([...words, usersFile, '0'], cwd))
  const all = stack.move()
  return { url, worldFile, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
