/** Prism's servers, without their log. They run in a thread of their own: what they did not foresee ends a process. */
import { Thread } from './thread.ts'

/** A server that runs in this process. */
export interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** One for all: Prism takes long to load. */
const thread = new Thread(new URL('server-thread.ts', import.meta.url))

/** The mock of the contract, as `prism mock` starts it; or, with an upstream, a proxy before it, as `prism proxy` does. */
export async function startPrism(upstream?: string): Promise<PrismServer> {
  const url = await thread.run((id) => ({ id, upstream }))
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await thread.run((id) => ({ id, close: url }))
    },
  }
}
