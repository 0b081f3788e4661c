/** Pools of processes: one that has ended is not waited for, none outlives its parent, and none grows without limit. */
import { getCompileCacheDir } from 'node:module'
import process from 'node:process'
import { Tinypool } from 'tinypool'

/** A process whose heap has grown beyond this is replaced by a fresh one. */
const maxHeapBytes = 512 * 1024 * 1024

/** Workers start when there is something to do. The caller closes the pool. */
export function openPool(filename: string, workers: number): Tinypool {
  const pool = new Tinypool({
    filename,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: workers,
    // Otherwise a process ends as soon as it has nothing to do.
    idleTimeout: 600_000,
    // tinypool gives processes no environment but this.
    env: environment(),
    execArgv: [],
    maxMemoryLimitBeforeRecycle: maxHeapBytes,
  })
  pool.setMaxListeners(0)
  // `runIn` tells those who wait for a process that it ended.
  pool.on('error', () => {})
  return pool
}

/** Resolves when all processes of the pool have ended. */
export const closePool = (pool: Tinypool): Promise<void> => awaited(pool.destroy())

/** tinypool's processes don't keep this one alive: without the timer it would end before a slow one does. */
async function awaited<Result>(result: Promise<Result>): Promise<Result> {
  const hold = setInterval(() => {}, 1000)
  try {
    return await result
  } finally {
    clearInterval(hold)
  }
}

/** Rejects with what the task throws, when its process ends, and when a process that was about to take it ends. */
export async function runIn<Result>(
  pool: Tinypool,
  name: string,
  task?: unknown,
  signal: AbortSignal | null = null,
): Promise<Result> {
  // When a process ends between tasks, or before its first, tinypool tells only the pool.
  const { promise: died, reject } = Promise.withResolvers<never>()
  pool.once('error', reject)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows what its worker returns
    const result = pool.run(task, { name, signal }) as Promise<Result>
    return await awaited(Promise.race([result, died]))
  } finally {
    pool.off('error', reject)
  }
}

/** For a worker: it exits when its parent gives it up or is gone, and what it started ends with it. */
export function endWithParent(): void {
  process.once('SIGTERM', () => process.exit())
  process.once('disconnect', () => process.exit())
  // The terminal sends SIGINT to parent and children alike; the parent tells this process what to do.
  process.on('SIGINT', () => {})
}

/** This process's environment, with a compile cache so that no process compiles what another has compiled before. */
function environment(): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const cache = process.env['NODE_COMPILE_CACHE'] ?? getCompileCacheDir()
  return { ...Object.fromEntries(own), ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) }
}
