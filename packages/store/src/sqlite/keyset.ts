/** Long lists in batches: each batch begins after the last row of the one before, and none holds a lock meanwhile. */
import { setImmediate } from 'node:timers/promises'

/** How many rows a batch has. A cursor left open instead would keep SQLite's log from being emptied. */
export const batchSize = 1000

/** Yields the items of batch after batch. `read` gives the batch after a given item; a short one is the last. */
export async function* inBatches<T>(read: (last: T | undefined) => readonly T[]): AsyncGenerator<T> {
  let last: T | undefined
  for (;;) {
    const batch = read(last)
    yield* batch
    last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    // Whatever else the process has to do goes on between two batches.
    await setImmediate()
  }
}
