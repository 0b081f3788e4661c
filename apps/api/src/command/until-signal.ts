/** What a signal does to a command: it ends a service or an import cleanly. */
import { CommandError, type ExitName } from './exit-codes.ts'

/** How a command ends that a signal interrupts. */
const signals = new Map<NodeJS.Signals, ExitName>([
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
  ['SIGHUP', 'hangup'],
])

/** Calls `stop` at the first signal. From then on, or once it is undone, signals do what they do to any program. */
function onSignal(stop: (exit: ExitName) => void): Disposable {
  const listen = (signal: NodeJS.Signals): void => {
    undo()
    stop(signals.get(signal) ?? 'interrupted')
  }
  const undo = (): void => {
    for (const signal of signals.keys()) process.off(signal, listen)
  }
  for (const signal of signals.keys()) process.on(signal, listen)
  return { [Symbol.dispose]: undo }
}

/** Waits for SIGINT (Ctrl-C), SIGTERM or SIGHUP. A second signal ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    onSignal(() => resolve())
  })
}

/**
 * Runs work that ends without a trace when its signal aborts. A signal then is a `CommandError` saying that `undone`
 * holds; if the work was past stopping and resolves, so does this. A second signal ends the process at once.
 */
export const interruptible = async <Result>(
  undone: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const abort = new AbortController()
  using _ = onSignal((exit) => abort.abort(new CommandError(exit, `Interrupted. ${undone}`)))
  try {
    return await work(abort.signal)
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error
  }
}
