/** A process that serves one mutant at a time. */
import { mutantById } from '../catalogue.ts'
import type { Running } from '../server/serve.ts'
import { startMutant } from '../server/serve.ts'
import { endWithParent } from './pool.ts'

let running: Running | undefined

endWithParent()

/** Resolves to the address. */
export async function serve(mutant: string): Promise<string> {
  await stop()
  running = await startMutant(mutantById(mutant))
  return running.url
}

export async function stop(): Promise<void> {
  await running?.[Symbol.asyncDispose]()
  running = undefined
}
