/** Sends requests to a server, in a process of its own, and reports how they were answered. */
import process from 'node:process'
import { startWorker, type Worker } from '@plant-store/testkit'
import type { Cores } from '../processes.ts'

/** One request, and the status its response must have. */
export type LoadRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** What to send. The requests are sent in order, then again from the first. */
export type LoadJob = {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
  /** Without a rate, each connection sends its next request as soon as the previous one is answered. */
  readonly perSecond?: number
  /** With a rate: how long to wait for the last responses. */
  readonly waitSeconds?: number
}

export type LoadResult = {
  /** How many requests were answered. */
  readonly requests: number
  /** The number, counted from 1, of the last request that may have been sent. */
  readonly reached: number
  /** How many requests had no response even after the wait. */
  readonly unanswered: number
  readonly seconds: number
  /** Broken connections, timeouts, and responses with another status. */
  readonly failures: number
  readonly latency: Latency
  /** The share of its core that the generator used. Near 1, the generator itself may be the limit. */
  readonly busy: number
}

/**
 * Without a rate, latency counts from the sending of a request: requests that a late response held back are not counted.
 * With a rate, it counts from when the request was due: a server is charged for every request it holds up.
 */
export type Latency = {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export type LoadGenerator = Worker<LoadJob, LoadResult>

export function startLoadGenerator({ onLoadCore }: Pick<Cores, 'onLoadCore'>): LoadGenerator {
  return startWorker(new URL('generator-process.ts', import.meta.url), [], onLoadCore([process.execPath]))
}
