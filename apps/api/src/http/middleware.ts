/** The types that the layers of the service share. */
import type { Principal, Session } from '@plant-store/store'
import type Koa from 'koa'
import type { Failure } from './failure.ts'

/** What the layers tell each other about one request. */
export interface RequestState {
  /** Names this request in the log and in the answer (`X-Request-Id`). */
  requestId: string
  /** Who is asking, once `authenticate` knows. */
  principal?: Principal
  /** What the token gives access to. */
  session?: Session
  /** Why a token was refused. */
  refusal?: string
  /** What was thrown, once `failures` caught it. */
  failure?: Failure
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>

/** What the token gives access to, in a layer below `authenticate`. Throws where a route forgot that layer. */
export function requireSession({ state }: Context): Session {
  if (state.session === undefined) {
    throw new Error('this route does not authenticate')
  }
  return state.session
}
