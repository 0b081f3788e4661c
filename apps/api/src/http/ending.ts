/** How long a service may take to end: each wait, and their sum. What stops it from outside must wait longer. */
import type { Settings } from '../settings.ts'

/** How long the last writes to the database may take, whatever its usual timeout: it may have stalled. */
export const lastStoreMs = 2000
/** How long the last log lines may take: their reader may have stalled, or be slow. */
export const lastLogMs = 1000
/** What a worker may take beyond its own waits before it is killed: it starts later, and its process has to end. */
const workerSlackMs = 1000

type Drain = Pick<Settings, 'drainDelayMs' | 'drainTimeoutMs'>

/** How long after the order to end a worker is killed, in milliseconds. */
export function workerEndMs({ drainDelayMs, drainTimeoutMs }: Drain): number {
  return drainDelayMs + drainTimeoutMs + lastStoreMs + lastLogMs + workerSlackMs
}

/** The longest from SIGTERM to the end, in milliseconds: the workers end, then the primary process does. */
export function longestEndMs(drain: Drain): number {
  return workerEndMs(drain) + lastStoreMs + lastLogMs
}
