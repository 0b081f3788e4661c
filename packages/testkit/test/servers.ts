/** Servers in a few lines: one for HTTP, and one for octets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

type Listening = { readonly port: number } & AsyncDisposable

async function listen(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with the method and path of the request; for `/chunks`, in chunks. */
export const serveHttp = (): Promise<Listening> =>
  listen(
    createHttpServer((request, response) => {
      if (request.url === '/chunks') {
        response.write('in ')
      }
      response.end(`${request.method} ${request.url}`)
    }),
  )

export const serveSocket = (answer: (socket: Socket) => void): Promise<Listening> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => {})
      // If nothing were read, the server would not notice that the client has left.
      socket.resume()
      answer(socket)
    }),
  )
