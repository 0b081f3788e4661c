/** Runs doctor, and starts servers for it to examine. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { parseLines } from './parse-lines.ts'
import type { Place } from './place.ts'

export type Env = Readonly<Record<string, string>>

/** Runs doctor and returns the result of each check as `state: detail`. */
export async function examine(place: Place, env: Env): Promise<{ code: number | null; checks: Env }> {
  // Node reads the trusted certificates when it starts.
  const isAlone = 'NODE_EXTRA_CA_CERTS' in env
  const argv = ['doctor', '--json'] as const
  const { code, stdout } = await (isAlone ? place.runWith({ env }, ...argv) : place.runIn(env, ...argv))
  const lines = parseLines(stdout).map(({ check, state, detail }): [string, string] => [
    String(check),
    `${String(state)}: ${String(detail)}`,
  ])
  return { code, checks: Object.fromEntries(lines) }
}

/** Starts a program that is not a plant store; returns its address. */
export function startOther(answer: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  return listen(createServer(answer), 'http')
}

/** Makes a server listen; returns its address. */
export async function listen(
  server: Server,
  scheme: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = typeof address === 'object' ? `${scheme}://127.0.0.1:${address?.port}` : ''
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Addresses at which nothing listens. */
export const nobody = {
  PLANT_STORE_URL: 'http://127.0.0.1:9',
  PLANT_STORE_OPERATOR_URL: 'http://127.0.0.1:9',
}
