/** Reads long lists in batches: each begins after the last row of the one before, and no lock is held between them. */
import { setImmediate } from 'node:timers/promises'
import type { ListRange } from '../store.ts'

/**
 * The number of rows in a batch. A cursor left open instead would retain rows deleted meanwhile: SQLite's log would
 * grow, and PostgreSQL's tables.
 */
export const batchSize = 1000

/**
 * Yields the items of batch after batch, at most `limit`. `read` returns up to `size` items after a given one; a
 * smaller batch is the last.
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
    // Other work of the process proceeds between two batches.
    await setImmediate()
  }
}

/** A section of a list in the order of ids. `read` returns up to `size` items after an id. */
export function listById<T extends { readonly id: number }>(
  { after = 0, limit }: ListRange = {},
  read: (after: number, size: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  return readBatches<T>((last, size) => read(last?.id ?? after, size), limit)
}
