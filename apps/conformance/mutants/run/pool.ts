/** Pools of processes: none is waited for that has ended, none outlives us, and none grows without end. */
import { getCompileCacheDir } from 'node:module'
import process from 'node:process'
import { Tinypool } from 'tinypool'

/** A process whose heap has grown beyond this is replaced by a fresh one. */
const maxHeapOctets = 512 * 1024 * 1024

/** Workers are started when there is something to do. `tasks` is how many each does at a time. The caller closes the pool. */
export function openPool(filename: string, workers: number, tasks = 1): Tinypool {
  const pool = new Tinypool({
    filename,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: workers,
    concurrentTasksPerWorker: tasks,
    // Otherwise a process ends as soon as it has nothing to do.
    idleTimeout: 600_000,
    // tinypool gives processes no other environment than this.
    env: environment(),
    execArgv: [],
    // Whoever is replaced is ended: not while it has other tasks.
    ...(tasks === 1 && { maxMemoryLimitBeforeRecycle: maxHeapOctets }),
  })
  pool.setMaxListeners(0)
  // Who waits for a process that ended hears of it.
  pool.on('error', () => {})
  return pool
}

/** Resolves when all processes of the pool have ended. */
export async function closePool(pool: Tinypool): Promise<void> {
  // tinypool's processes keep nobody alive; one that is slow to go would be waited for by a process that has ended itself.
  const hold = setInterval(() => {}, 1000)
  try {
    await pool.destroy()
  } finally {
    clearInterval(hold)
  }
}

/** Rejects with what the task throws; when its process ends; and when one ends that was about to take it. */
export async function runIn<Result>(
  pool: Tinypool,
  name: string,
  task?: unknown,
  signal: AbortSignal | null = null,
): Promise<Result> {
  // Of a process that ends between tasks, or before its first, tinypool tells the pool alone.
  const { promise: died, reject } = Promise.withResolvers<never>()
  pool.once('error', reject)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows what its worker returns
    const result = pool.run(task, { name, signal }) as Promise<Result>
    return await Promise.race([result, died])
  } finally {
    pool.off('error', reject)
  }
}

/** For a worker: when its parent gives it up, or is gone, it exits, and what it started ends with it. */
export function endWithParent(): void {
  process.once('SIGTERM', () => process.exit())
  process.once('disconnect', () => process.exit())
  // The terminal sends it to parent and children alike; the parent tells us what to do.
  process.on('SIGINT', () => {})
}

/** Ours; and no process compiles a source that another has compiled before. */
function environment(): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const cache = process.env['NODE_COMPILE_CACHE'] ?? getCompileCacheDir()
  return { ...Object.fromEntries(own), ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) }
}
