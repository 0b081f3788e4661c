/** Is the process alive, and should it be sent requests? Two questions with two answers. */
import { StoreError, type PlantReader } from '@plant-store/store'
import { answer, toBody } from '../http/answer.ts'
import type { Middleware } from '../http/middleware.ts'

/** Why a service that is alive takes no requests; undefined when it does. */
export type Readiness = () => Promise<string | undefined>

const notStored = ['Cache-Control', 'no-store']

/** Always 200: the event loop turns. A restart would mend nothing that readiness reports. */
export const livez: Middleware = (ctx) => {
  answer(ctx, 200, notStored, toBody({ status: 'alive' }))
}

/** 200, or 503 with the reason. */
export function readyz(readiness: Readiness): Middleware {
  return async (ctx) => {
    const reason = await readiness()
    const [status, body] =
      reason === undefined ? [200, { status: 'ready' }] : [503, { status: 'not ready', reason }]
    answer(ctx, status, notStored, toBody(body))
  }
}

/** Ready means: not draining, and the store answers. */
export function createReadiness(store: Pick<PlantReader, 'ping'>, isDraining: () => boolean): Readiness {
  return async () => {
    if (isDraining()) {
      return 'draining'
    }
    try {
      await store.ping()
      return undefined
    } catch (error) {
      return error instanceof StoreError ? error.message : 'the store does not answer'
    }
  }
}
