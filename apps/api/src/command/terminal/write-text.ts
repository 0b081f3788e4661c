/** Writing to a stream at the speed of its reader. */
import type { Writable } from 'node:stream'
import { CommandFailure } from '../command-failure.ts'

/** The reader has had enough, as `head` does after ten lines: no failure. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed'
}

/** Resolves when the text has been handed on. Rejects with `PipeClosed`, or a `CommandFailure` saying why not. */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The callback hears of a failure; without a listener the event beside it would end the process.
    if (stream.listenerCount('error') === 0) stream.on('error', ignore)
    stream.write(text, (fault) => {
      if (fault === null || fault === undefined) resolve()
      else reject(explainWriteFault(fault))
    })
  })
}

function ignore(): void {
  // The callback of the write reports it.
}

function explainWriteFault(fault: NodeJS.ErrnoException): Error {
  if (fault.code === 'EPIPE') return new PipeClosed('The reader closed the pipe.', { cause: fault })
  if (fault.code === 'ENOSPC')
    return new CommandFailure('full', 'The output could not be written: no space left.')
  return fault
}
