/** Prism's servers, without their log. They run in a thread of their own: what they did not foresee ends a process. */
import { Worker } from 'node:worker_threads'

/** A server that runs in this process. */
export interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** What the thread is told: to open a server, a proxy where there is an upstream, or to close the one at this address. */
export type PrismOrder =
  | { readonly id: number; readonly upstream: string | undefined }
  | { readonly id: number; readonly close: string }

/** What came of the order with this number. */
export type PrismAnswer =
  | { readonly id: number; readonly url: string }
  | { readonly id: number; readonly fault: string }

/** The mock of the contract, as `prism mock` starts it; or, with an upstream, a proxy before it, as `prism proxy` does. */
export async function startPrism(upstream?: string): Promise<PrismServer> {
  const url = await tell((id) => ({ id, upstream }))
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await tell((id) => ({ id, close: url }))
    },
  }
}

let thread: Worker | undefined
let orders = 0
const waiting = new Map<number, PromiseWithResolvers<string>>()

/** Resolves to the address of the server. The thread stays, since Prism takes long to load, but keeps no process alive. */
async function tell(toOrder: (id: number) => PrismOrder): Promise<string> {
  orders += 1
  const id = orders
  const answered = Promise.withResolvers<string>()
  waiting.set(id, answered)
  thread ??= hire()
  thread.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(toOrder(id))
  try {
    return await answered.promise
  } finally {
    waiting.delete(id)
    if (waiting.size === 0) thread?.unref()
  }
}

function hire(): Worker {
  const hired = new Worker(new URL('server-thread.ts', import.meta.url))
  hired.on('message', (answer: PrismAnswer) => {
    const answered = waiting.get(answer.id)
    if ('url' in answer) answered?.resolve(answer.url)
    else answered?.reject(new Error(answer.fault))
  })
  hired.once('error', (fault) => {
    thread = undefined
    for (const answered of waiting.values()) answered.reject(fault)
  })
  return hired
}
