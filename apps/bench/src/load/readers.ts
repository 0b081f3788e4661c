/** Callers who ask for every plant at once: they read as fast as they can, or stand still after the first octets. */
import process from 'node:process'
import type { Cores } from '../processes/cores.ts'
import { startWorker, type Worker } from '../processes/worker.ts'

/** Begin, which adds to the readers that are there, or stop: then all connections are closed. */
export type ReadersJob =
  | {
      readonly url: string
      readonly path: string
      /** Sent in turn: one user may not read as many lists at once. */
      readonly tokens: readonly string[]
      readonly count: number
      readonly standStill: boolean
    }
  | 'stop'

/** What the readers have got since they began. */
export type ReadersResult = {
  readonly seconds: number
  /** Readers whose answer began with 200, and those who were turned away with 503. */
  readonly admitted: number
  readonly turnedAway: number
  /** Readers whose connection ended, whatever the reason. */
  readonly ended: number
  readonly plants: number
  readonly bytes: number
}

export type Readers = Worker<ReadersJob, ReadersResult>

/** A job to begin resolves when all have sent their requests; those who stand still have then got their first octets. */
export function startReaders(cores: Cores): Readers {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('readers-process.ts', import.meta.url))
}
