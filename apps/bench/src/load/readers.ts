/** Callers who request every plant at once. They read as fast as they can, or stop reading after the first bytes. */
import process from 'node:process'
import type { Cores } from '../processes/cores.ts'
import { startWorker, type Worker } from '../processes/worker.ts'

/** Either begins, which adds to the existing readers, or stops, which closes all connections. */
export type ReadersJob =
  | {
      readonly url: string
      readonly path: string
      /** Used in turn, because one user may not read that many lists at once. */
      readonly tokens: readonly string[]
      readonly count: number
      readonly standStill: boolean
    }
  | 'stop'

/** What the readers have received since they began. */
export type ReadersResult = {
  readonly seconds: number
  /** Readers whose answer began with 200, and readers turned away with 503. */
  readonly admitted: number
  readonly turnedAway: number
  /** Readers whose connection ended, whatever the reason. */
  readonly ended: number
  readonly plants: number
  readonly bytes: number
}

export type Readers = Worker<ReadersJob, ReadersResult>

/** A job that begins resolves once all requests are sent and, with `standStill`, the first bytes have arrived. */
export function startReaders(cores: Cores): Readers {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('readers-process.ts', import.meta.url))
}
