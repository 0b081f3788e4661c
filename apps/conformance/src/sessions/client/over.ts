/** Nothing more is sent: the service has stopped answering, or the budget's time is up. */
import type { Sent } from './sent.ts'

export class Over extends Error {
  override readonly name = 'Over'
  /** The last request that got no response; undefined where the time is up. */
  readonly sent: Sent | undefined

  constructor(sent?: Sent) {
    super(sent === undefined ? 'The time is up.' : 'The service stopped answering.')
    this.sent = sent
  }
}

/** Throws the error that says most: that the service stopped answering, rather than that the time is up. */
export function throwFirst(errors: readonly unknown[]): void {
  const telling = errors.find((error) => !(error instanceof Over && error.sent === undefined))
  if (errors.length > 0) throw telling ?? errors[0]
}

/** Resolves when all have ended, or rejects then with the error that says most. */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  throwFirst(ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])))
}
