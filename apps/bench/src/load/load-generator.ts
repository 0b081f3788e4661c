/** Requests to a server, and how they were answered. */
import process from 'node:process'
import type { Cores } from '../processes/cores.ts'
import { startWorker, type Worker } from '../processes/worker.ts'

/** One request, and the status that its answer must have. */
export type LoadRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** What to send. The requests are sent in their order, and again from the first when they have run out. */
export type LoadJob = {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
  /** Without a rate each connection sends its next request as soon as it has the answer to the one before. */
  readonly perSecond?: number
  /** With a rate: how long the last answers are waited for. */
  readonly waitSeconds?: number
}

export type LoadResult = {
  /** How many were answered. */
  readonly requests: number
  /** Which of the requests was the last that may have been sent, counted from 1. */
  readonly reached: number
  /** How many were not answered, although they were waited for. */
  readonly unanswered: number
  readonly seconds: number
  /** Broken connections, timeouts, and answers of another status. */
  readonly failures: number
  readonly latency: Latency
  /** The share of its core that the generator used: near 1 it may be what is measured. */
  readonly busy: number
}

/**
 * Without a rate, from the sending of a request: what was not sent because an answer was late is not counted. With a
 * rate, from the moment at which the request was due: a server that holds one up is charged for all that had to wait.
 */
export type Latency = {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export type LoadGenerator = Worker<LoadJob, LoadResult>

export function startLoadGenerator(cores: Cores): LoadGenerator {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('load-process.ts', import.meta.url))
}
