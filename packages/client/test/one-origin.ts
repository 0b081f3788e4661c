/** A page and the service behind one origin, as a browser application should be deployed. */
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Served, serveOn } from '@plant-store/testkit'

export interface Origin extends Served {
  /** The statuses of the service's responses so far; 0 for a request that is held, then 499 when its client has left. */
  readonly statuses: readonly number[]
}

const html =
  '<!doctype html><meta charset="utf-8"><title>Plants</title><script type="module" src="/page.js"></script>'

/** No inline script, no code made from text, no script from another host. */
const policy = "default-src 'none'; script-src 'self'; connect-src *"

/** `/` is a page that loads `/page.js`, `/moved` a redirection, `/held` never answers, `/api/…` is the service. */
export async function serveOneOrigin(
  scripts: Readonly<Record<string, string>>,
  serviceUrl: string,
): Promise<Origin> {
  const statuses: number[] = []
  const passOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = serviceUrl + (request.url ?? '').slice('/api'.length)
    const upstream = ask(target, { method: request.method, headers: request.headers }).end()
    response.once('close', () => upstream.destroy())
    const [received] = (await once(upstream, 'response')) as [IncomingMessage]
    statuses.push(received.statusCode ?? 0)
    response.writeHead(received.statusCode ?? 502, received.headers)
    await pipeline(received, response)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/api/')) {
      passOn(request, response).catch(() => response.destroy())
    } else if (path.startsWith('/moved/')) {
      response.writeHead(307, { Location: path.replace('/moved', '/api') }).end()
    } else if (path.startsWith('/held/')) {
      statuses.push(0)
      response.once('close', () => statuses.push(499))
    } else if (scripts[path] !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scripts[path])
    } else {
      response.writeHead(path === '/' ? 200 : 404, {
        'Content-Type': 'text/html',
        'Content-Security-Policy': policy,
      })
      response.end(path === '/' ? html : '')
    }
  })
  return { ...(await serveOn(server)), statuses }
}
