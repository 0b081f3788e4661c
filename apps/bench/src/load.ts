/** Load on a server, and what came back. */
import process from 'node:process'
import type { Cores } from './cores.ts'
import { startWorker, type Worker } from './worker.ts'

/** What to send: `connections` at a time, each one request after another. */
export type LoadJob = {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
  /** The status that every answer is to have. */
  readonly status: number
}

export type LoadRequest = { readonly path: string; readonly token: string }

export type LoadResult = {
  /** How many were answered. */
  readonly requests: number
  readonly seconds: number
  /** Broken connections, timeouts, and answers of another status. */
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The share of its core that the generator needed: near 1 it may be what is measured. */
  readonly busy: number
}

export type LoadGenerator = Worker<LoadJob, LoadResult>

export function startLoadGenerator(cores: Cores): LoadGenerator {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('load-process.ts', import.meta.url))
}
