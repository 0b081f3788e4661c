/** The processes that this one has started since this module was loaded. */
import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'

export const started: ChildProcess[] = []
subscribe('child_process', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so Node's documentation has it
  started.push((message as { process: ChildProcess }).process)
})

/** Those that have not ended. */
export const running = (): readonly ChildProcess[] =>
  started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
