/** Prism's servers, without their log. */
import { prismThread } from './thread.ts'

/** A server that runs in this process. */
interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** Starts the mock of the contract as `prism mock` does; given an upstream, a proxy for it as `prism proxy` does. */
export async function startPrism(upstream?: string): Promise<PrismServer> {
  const url = await prismThread.run<string>('open', upstream)
  return {
    url,
    [Symbol.asyncDispose]: () => prismThread.run('close', url),
  }
}
