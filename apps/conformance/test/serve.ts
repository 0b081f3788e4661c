/** HTTP servers for tests, and an address without one. */
import { createServer, type RequestListener } from 'node:http'
import { type Served, serveOn } from '@plant-store/raw-http'

export const serve = (listener: RequestListener): Promise<Served> => serveOn(createServer(listener))

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  await using server = await serve(() => {})
  return server.url
}
