/** How a worker ended, and what is said of one that should not have. */

/** A process ends by itself, with a code, or by a signal. Neither: it could not be started. */
export interface WorkerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Such as `SIGKILL` or `exit code 70`. */
export function describeExit({ code, signal }: WorkerExit): string {
  return signal ?? (code === null ? 'not started' : `exit code ${code}`)
}

/** Workers end and do not say why; the message says how. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError'
}
