/** Lets a signal end a service or an import cleanly. */
import { CommandError, type ExitName } from './exit-codes.ts'

/** How a command ends after each signal. */
const signals = new Map<NodeJS.Signals, ExitName>([
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
  ['SIGHUP', 'hangup'],
])

/** Calls `stop` at the first signal. After that, or once it is disposed, signals have their default effect. */
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
 * Runs work that stops when its `AbortSignal` aborts. A signal to the process is then a `CommandError` that ends with
 * `undone`. If the work could no longer stop and resolves, so does this. A second signal ends the process at once.
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
