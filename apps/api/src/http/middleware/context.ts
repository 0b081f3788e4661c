/** What the middleware of a request share: its state, and the error that ends it. */
import { Router } from '@koa/router'
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'
import type { Session } from '@plant-store/store'
import type Koa from 'koa'

/** What one middleware tells another about a request. */
export interface RequestState {
  /** Identifies this request in the log and in the response (`X-Request-Id`). */
  requestId: string
  /** How many Authorization lines were sent: Node's `headers` keeps only the first. */
  authorizationLines: number
  /** The limit in the query; undefined if there is none, an error if it is invalid. */
  limit?: number | HttpError | undefined
  /** The length of the page that the operation will ask the session for first, if it is known and short. */
  firstLength?: number | undefined
  /** When the request began to wait for the store, by `performance.now()`. */
  waitsSince?: number
  /** The store as the caller may see it, once `authenticate` has identified the caller. */
  session?: Session
  /** Why a token was refused, and whose it is, if known. */
  refusal?: { readonly refusal: string; readonly user?: string; readonly tokenId?: number }
  /** What kept the request from being answered, or its response from being completed. */
  error?: HttpError
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>

/** A router that matches paths exactly; otherwise /plants/ and /PLANTS would be answered too. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ strict: true, sensitive: true })
}

/** What to add to the number and the text. */
interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error, if the request is not to blame. It goes to the log. */
  readonly cause?: Error
}

/** For conditions that may pass soon: the caller may retry after this many seconds. */
export const tryAgain = { headers: { 'Retry-After': '1' } }

/**
 * The error of middleware that can't go on: a cause from the contract's catalogue. The caller gets status, headers and
 * body, all from the contract; `message` and `cause` are for the log.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  declare readonly cause?: Error
  readonly status: number
  /** The contract's number for the cause. */
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  /** `{ "error": …, "message": … }` as JSON text. */
  readonly body: string

  constructor(named: ErrorCause, reason: string, { headers = {}, cause }: HttpErrorOptions = {}) {
    super(reason, { cause })
    const { status, error, message } = errorCatalogue[named]
    this.status = status
    this.number = error
    this.headers = headers
    this.body = JSON.stringify({ error, message })
  }
}

/** Is told of a fault of the service in a request that has already ended. */
export type LateErrorObserver = (requestId: string, error: HttpError) => void
