/** Nothing more is sent: the budget's time is up. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
}

/** Throws the error that says most: that the service stopped answering, rather than that the time is up. */
export function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors.find((error) => !(error instanceof TimeUp)) ?? errors[0]
}
