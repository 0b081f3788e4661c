/** Synchronous work behind an asynchronous interface. */

/** Does the work at once. What it returns resolves the promise; what it throws rejects it. */
export function promised<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work())
  })
}
