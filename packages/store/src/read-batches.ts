/** Long lists in batches: each batch begins after the last row of the one before, and none holds a lock meanwhile. */
import { setImmediate } from 'node:timers/promises'

/** How many rows a batch has. A cursor left open instead would keep what was deleted meanwhile: SQLite's log would grow, and PostgreSQL's tables. */
export const batchSize = 1000

/**
 * Yields the items of batch after batch, at most `limit`. `read` gives so many items after a given one; a batch with
 * fewer is the last.
 */
export async function* readBatches<T>(
  read: (last: T | undefined, size: number) => readonly T[] | Promise<readonly T[]>,
  limit = Infinity,
): AsyncGenerator<T> {
  let last: T | undefined
  for (let left = limit; left > 0;) {
    const size = Math.min(left, batchSize)
    const batch = await read(last, size)
    yield* batch
    last = batch.at(-1)
    if (last === undefined || batch.length < size) return
    left -= batch.length
    // Whatever else the process has to do goes on between two batches.
    await setImmediate()
  }
}
