/** How the command ends, what it then says, and what ends it early. Imports no package, since one may be missing. */
import process from 'node:process'
import { clone } from '#clone'

/** Every way to end. The numbers are a promise to scripts: none is ever given another meaning. */
export const exits = {
  conforms: { code: 0, meaning: 'The service keeps the contract. What the run did not see is listed.' },
  breaks: { code: 1, meaning: 'The service breaks the contract.' },
  inconclusive: {
    code: 2,
    meaning:
      'Nothing may be concluded: the service is down or hangs, a token or a file is wrong, too little was\n       tried, a tool is missing or failed, this program failed, a report could not be written, the command line is wrong.',
  },
  hungUp: { code: 129, meaning: 'The terminal was closed (SIGHUP). Nothing may be concluded.' },
  interrupted: { code: 130, meaning: 'Interrupted (Ctrl-C). Nothing may be concluded.' },
  terminated: { code: 143, meaning: 'Ended by SIGTERM. Nothing may be concluded.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>

/** The name of a way to end, such as `inconclusive`. */
export type Exit = keyof typeof exits

/** How the process is to end, as the reason of an abort names it: `inconclusive` for a fault, which has been reported. */
export const endOf = ({ aborted, reason }: AbortSignal) =>
  aborted
    ? ((['inconclusive', 'hungUp', 'terminated'] as const).find((exit) => exit === reason) ?? 'interrupted')
    : undefined

/** The fault is shown with its stack: somebody has to find it. */
export function describeFault(fault: unknown): string {
  if (fault instanceof Error && 'code' in fault && fault.code === 'ERR_MODULE_NOT_FOUND') {
    return `A part of the harness is missing, which says nothing about the service. Try: ${clone === undefined ? 'npm' : 'pnpm'} install\n${fault.message}`
  }
  const detail = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  return `This is a fault of the harness, not of the service. Please report it with these lines:\n${detail}`
}

/** What is written to standard error about a failure; as JSON if that was asked for. */
export const toLines = (message: string, isJson: boolean): string =>
  `${isJson ? JSON.stringify({ error: { message } }) : message}\n`

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
 * Watches for signals and uncaught faults: never does the process end with 1 by them, which would accuse the service. Aborted
 * when it is to end; the reason is the name of the exit. After some time for cleaning up, or at a third signal, it ends anyway.
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
