/** Runs a task in a pool of workers, and never waits for a worker that is dead. */
import type { Tinypool } from 'tinypool'

/** Rejects with what the task throws; when its worker ends; and when a worker ends that was about to take it. */
export async function runIn<Result>(
  pool: Tinypool,
  task: unknown,
  options: NonNullable<Parameters<Tinypool['run']>[1]>,
): Promise<Result> {
  // Of a worker that ends between tasks, or before its first, tinypool tells the pool alone.
  const { promise: died, reject } = Promise.withResolvers<never>()
  pool.once('error', reject)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows what its worker returns
    const result = pool.run(task, options) as Promise<Result>
    return await Promise.race([result, died])
  } finally {
    pool.off('error', reject)
  }
}
