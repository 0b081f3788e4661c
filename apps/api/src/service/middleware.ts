/** The types that the middleware of the service shares. */
import type { Session } from '@plant-store/store'
import type Koa from 'koa'
import type { HttpError } from './http-error.ts'

/** What middleware tells each other about one request. */
export interface RequestState {
  /** Names this request in the log and in the answer (`X-Request-Id`). */
  requestId: string
  /** The store as the caller may see it, once `authenticate` knows who is asking. */
  session?: Session
  /** Why a token was refused, and whose it is where that is known. */
  refusal?: { readonly refusal: string; readonly user?: string; readonly tokenId?: number }
  /** What kept the request from being answered, or its answer from being ended. */
  error?: HttpError
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>
