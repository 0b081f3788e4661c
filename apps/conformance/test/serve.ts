/** HTTP servers for tests, and an address without one. */
import { createServer, type RequestListener } from 'node:http'
import { type Served, serveOn } from '@plant-store/raw-http'

/** The listener sees no authority in the target: that form asks for the same (RFC 9112, 3.2.2). */
export const serve = (listener: RequestListener): Promise<Served> =>
  serveOn(
    createServer((request, response) => {
      const { url = '' } = request
      listener(Object.assign(request, { url: url.replace(/^https?:\/\/[^/?]*/, '') }), response)
    }),
  )

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  await using server = await serve(() => {})
  return server.url
}
