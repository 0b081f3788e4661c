/** The types that the layers of the service share. */
import type { Principal } from '@plant-store/store'
import type Koa from 'koa'
import type { Failure } from './failure.ts'

/** What the layers tell each other about one request. */
export interface RequestState {
  /** Names this request in the log and in the answer (`X-Request-Id`). */
  requestId: string
  /** Who is asking, once `authenticate` knows. */
  principal?: Principal
  /** Why a token was refused. */
  refusal?: string
  /** What was thrown, once `failures` caught it. */
  failure?: Failure
}

export type Middleware = Koa.Middleware<RequestState>
export type Context = Koa.ParameterizedContext<RequestState>

/** Who is asking, in a layer below `authenticate`. Throws where a route forgot that layer. */
export function requirePrincipal({ state }: Context): Principal {
  if (state.principal === undefined) {
    throw new Error('this route does not authenticate')
  }
  return state.principal
}
