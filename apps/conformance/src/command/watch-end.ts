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

/** One key press may send two signals: one to us, and one to the program that started us, which passes it on. */
const patientSignals = 2

/**
 * Aborted when the process is to end; the reason is the name of the exit. After some time for cleaning up, or at a third
 * signal, it ends anyway.
 */
export function watchEnd(isJson: boolean): AbortSignal {
  const ending = new AbortController()
  const end = (exit: Exit, leave: () => void): void => {
    if (ending.signal.aborted) return
    process.exitCode = exits[exit].code
    ending.abort(exit)
    setTimeout(leave, graceMs).unref()
  }
  let count = 0
  const receive = (signal: NodeJS.Signals, exit: Exit): void => {
    const leave = (): void => leaveBy(signal, exit)
    count += 1
    if (count > patientSignals) leave()
    else end(exit, leave)
  }
  for (const [signal, exit] of signals) process.on(signal, () => receive(signal, exit))
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
