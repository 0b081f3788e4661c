/** A server with scripted responses: for those that the service never gives. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { type Served, serveOn } from '@plant-store/testkit'

export interface Answering extends Served {
  readonly requests: readonly IncomingMessage[]
}

/** Each request gets the next response; the last one repeats. */
export async function answering(...responses: readonly RequestListener[]): Promise<Answering> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const respond = responses[Math.min(requests.length, responses.length) - 1]
    respond?.(request, response)
  })
  return { ...(await serveOn(server)), requests }
}

/** A complete response. */
export const says =
  (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }

/** Breaks the connection before anything is sent. */
export const hangsUp: RequestListener = (request) => {
  request.socket.destroy()
}

/** Never sends anything. */
export const isSilent: RequestListener = () => {}

/** Sends the beginning of a list; `then` decides what happens to the connection. */
export const begins =
  (
    text: string,
    then: (response: ServerResponse) => void,
    headers: OutgoingHttpHeaders = {},
  ): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
    response.write(text, () => then(response))
  }
