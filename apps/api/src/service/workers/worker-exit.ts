/** How a worker ended, and the error for a worker that should not have ended. */

/** A process ends by itself, with a code, or by a signal. If both are null, it could not be started. */
export interface WorkerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Such as `SIGKILL` or `exit code 70`. */
export function describeExit({ code, signal }: WorkerExit): string {
  return signal ?? (code === null ? 'not started' : `exit code ${code}`)
}

/** Workers ended without saying why; the message says how. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError'
}
