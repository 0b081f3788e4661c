/** Work that Ctrl-C stops cleanly. */
import { CommandFailure } from './command-failure.ts'

/**
 * Runs work that ends without a trace when its signal aborts. Ctrl-C or SIGTERM then is a `CommandFailure` saying
 * that `undone` holds; if the work was past stopping and resolves, so does this. A second signal ends the process.
 */
export const interruptible = async <Result>(
  undone: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const abort = new AbortController()
  const onSignal = (name: NodeJS.Signals): void => {
    abort.abort(
      new CommandFailure(name === 'SIGINT' ? 'interrupted' : 'terminated', `Interrupted. ${undone}`),
    )
  }
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  try {
    return await work(abort.signal)
  } catch (fault) {
    throw abort.signal.aborted ? abort.signal.reason : fault
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}
