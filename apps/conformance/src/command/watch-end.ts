/** Ends the process on signals and on uncaught faults: never with 1, which would accuse the service. */
import process from 'node:process'
import { describeFault, toLines, type Exit, exits } from './exit-codes.ts'

const signals = [
  ['SIGHUP', 'hungUp'],
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
] as const

/** A checker that was told to stop may take ten seconds; what is not cleaned up some time after that never will be. */
const graceMs = 25_000

/** Aborted when the process is to end; the reason is the name of the exit. After some time for cleaning up, it ends anyway. */
export function watchEnd(isJson: boolean): AbortSignal {
  const ending = new AbortController()
  const end = (exit: Exit, leave: () => void): void => {
    if (ending.signal.aborted) return
    process.exitCode = exits[exit].code
    ending.abort(exit)
    setTimeout(leave, graceMs).unref()
  }
  // One key press may send two: one to us, and one to the program that started us, which passes it on.
  for (const [signal, exit] of signals) process.on(signal, () => end(exit, () => leaveBy(signal, exit)))
  // A rejection that nothing handles comes here as well. What fails afterwards is most often a consequence.
  process.on('uncaughtException', (fault) => {
    if (!ending.signal.aborted) process.stderr.write(toLines(describeFault(fault), isJson))
    end('inconclusive', () => process.exit())
  })
  return ending.signal
}

/** Exiting waits for reads that hang, such as from a pipe that nobody writes to; the signal itself does not wait. */
function leaveBy(signal: NodeJS.Signals, exit: Exit): void {
  process.once('exit', () => {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  process.exit(exits[exit].code)
}
