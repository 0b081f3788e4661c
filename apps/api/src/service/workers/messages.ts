/** What the primary process and its workers tell each other. */
import { StoreError, type StoreErrorCode } from '@plant-store/store'
import type { Registry } from 'prom-client'
import type { Settings } from '../../settings.ts'
import { ListenError } from '../listen.ts'
import type { Readiness } from '../operator-routes.ts'

/** The argument of the program by which a worker knows that it is one. */
export const workerArgument = 'worker'

/** What the primary process asks, with the kind of the answer. */
export interface Answers {
  metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>
  readiness: Awaited<ReturnType<Readiness>>
  /** That its event loop turns. */
  alive: true
}

/** To a worker. `start` comes once, when it is waited for; the listener ends with `drain`. */
export type Order =
  | { readonly kind: 'start'; readonly worker: number; readonly settings: Settings }
  | { readonly kind: 'ask'; readonly id: number; readonly question: keyof Answers }
  | { readonly kind: 'drain' }

/** From a worker: it waits for `start`; it answers requests, or it can't; what it was asked. */
export type Report =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly error: SerializedError }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[keyof Answers] }

/** An error as it goes from one process to another: `name` says of which class it is. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: StoreErrorCode | undefined
}

/** What was thrown, to be sent. */
export function serializeError(error: unknown): SerializedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack, code: error instanceof StoreError ? error.code : undefined }
}

/** The error that was sent, of the class that it was: the command explains it as if it had been thrown here. */
export function deserializeError({ name, message, stack, code }: SerializedError): Error {
  if (code !== undefined) return new StoreError(code, message)
  if (name === ListenError.name) return new ListenError(message)
  return Object.assign(new Error(message), { stack })
}
