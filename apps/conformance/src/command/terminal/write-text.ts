/** Writing to a stream at the speed of its reader. */
import type { Writable } from 'node:stream'
import { ReportError } from '../../report/report-error.ts'

/**
 * Resolves when the text has been handed on, or when the reader has had enough, as `head` has after ten lines. Rejects
 * with a `ReportError` when there is no space left.
 */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The callback hears of a failure; without a listener the event beside it would end the process.
    if (stream.listenerCount('error') === 0) stream.on('error', ignore)
    stream.write(text, (fault) => {
      if (fault === null || fault === undefined || codeOf(fault) === 'EPIPE') resolve()
      else reject(explain(fault))
    })
  })
}

function ignore(): void {
  // The callback of the write reports it.
}

const codeOf = (fault: Error): unknown => ('code' in fault ? fault.code : undefined)

function explain(fault: Error): ReportError {
  const cause = codeOf(fault) === 'ENOSPC' ? 'no space is left' : fault.message
  return new ReportError(`The output could not be written: ${cause}.`, { cause: fault })
}
