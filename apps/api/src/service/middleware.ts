/** The types shared by the middleware of the service. */
import type { Session } from '@plant-store/store'
import type Koa from 'koa'
import type { HttpError } from './http-error.ts'

/** What one middleware tells another about a request. */
export interface RequestState {
  /** Identifies this request in the log and in the answer (`X-Request-Id`). */
  requestId: string
  /** When the request began to wait for the store, by `performance.now()`. */
  waitsSince?: number
  /** The store as the caller may see it, once `authenticate` has identified the caller. */
  session?: Session
  /** Why a token was refused, and whose it is, if known. */
  refusal?: { readonly refusal: string; readonly user?: string; readonly tokenId?: number }
  /** What kept the request from being answered, or its answer from being completed. */
  error?: HttpError
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>
