/** The thread of a `MutantHost`. */
import { parentPort } from 'node:worker_threads'
import { mutantById } from './catalogue.ts'
import type { HostOrder } from './mutant-host.ts'
import type { Running } from './serve.ts'
import { startMutant } from './start-mutant.ts'

let running: Running | undefined

parentPort?.on('message', (order: HostOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void obey(order).then((answer) => parentPort?.postMessage(answer))
})

/** Resolves to the address of what was started. */
async function obey({ start }: HostOrder): Promise<string | undefined> {
  await running?.close()
  running = start === undefined ? undefined : await startMutant(mutantById(start))
  return running?.url
}
