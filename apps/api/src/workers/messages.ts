/** The messages between the primary process and its workers, and how a worker ends. */
import { StoreError, type StoreErrorCode } from '@plant-store/store'
import type { Registry } from 'prom-client'
import type { Settings } from '../settings.ts'
import { ListenError } from '../http/server/listen.ts'
import type { Readiness } from '../http/public-listener.ts'

/** The program argument that tells a process that it is a worker. */
export const workerArgument = 'worker'

/** The questions that the primary process asks, with the type of each response. */
export interface Responses {
  metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>
  readiness: Awaited<ReturnType<Readiness>>
  /** That its event loop turns. */
  alive: true
}

/** A message to a worker. `start` comes once, when the worker is waiting for it; `drain` ends the listener. */
export type Order =
  | { readonly kind: 'start'; readonly worker: number; readonly settings: Settings }
  | { readonly kind: 'ask'; readonly id: number; readonly question: keyof Responses }
  | { readonly kind: 'drain' }

/** A message from a worker: it waits for `start`; it answers requests; it failed to start; the response to a question. */
export type Report =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly error: SerializedError }
  | { readonly kind: 'response'; readonly id: number; readonly response: Responses[keyof Responses] }

/** An error as it is sent from one process to another: `name` gives its class. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: StoreErrorCode | undefined
}

/** Prepares what was thrown for sending. */
export function serializeError(error: unknown): SerializedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack, code: error instanceof StoreError ? error.code : undefined }
}

/** The error that was sent, in its original class: the command explains it as if it had been thrown here. */
export function deserializeError({ name, message, stack, code }: SerializedError): Error {
  if (code !== undefined) return new StoreError(code, message)
  if (name === ListenError.name) return new ListenError(message)
  return Object.assign(new Error(message), { stack })
}

/** A process ends by itself, with a code, or by a signal. If both are null, it could not be started. */
export interface WorkerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Such as `SIGKILL` or `exit code 70`. */
export function describeExit({ code, signal }: WorkerExit): string {
  return signal ?? (code === null ? 'not started' : `exit code ${code}`)
}

/** Workers ended without saying why; the message says how. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError'
}
