/** What is sent arrives byte by byte, and what comes back is reported as it came. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { serveSockets } from '@plant-store/raw-http'
import { type RawResponse, connectRaw, sendRaw, type Served, serveOn } from '@plant-store/testkit'

const get = (path: string, method = 'GET'): string => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function* oneByOne(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await new Promise(setImmediate)
  }
}

/** Answers with the method and path of the request; for `/chunks`, in chunks. */
const serveHttp = (): Promise<Served> =>
  serveOn(
    createServer((request, response) => {
      if (request.url === '/chunks') response.write('in ')
      response.end(`${request.method} ${request.url}`)
    }),
  )

describe('sendRaw', () => {
  it('returns several responses, those to HEAD without a body', async () => {
    await using server = await serveHttp()
    const bytes = get('/a', 'HEAD') + get('/chunks') + get('/b', 'HEAD') + get('/c')
    const methods = ['HEAD', 'GET', 'HEAD', 'GET']
    const { responses } = await sendRaw({ port: server.port, bytes, methods, expected: 4 })
    assert.deepEqual(
      responses.map(({ body }) => body.toString()),
      ['', 'in GET /chunks', '', 'GET /c'],
    )
  })

  it('does not take a later piece for the beginning of a request', async () => {
    await using server = await serveHttp()
    const bytes = oneByOne(['GET /a HTTP/1.1\r\nHost: a\r\nNote: ', 'HEAD \r\n\r\n', get('/b')])
    const { responses } = await sendRaw({ port: server.port, bytes, expected: 2 })
    assert.deepEqual(
      responses.map(({ body }) => body.toString()),
      ['GET /a', 'GET /b'],
    )
  })

  it('waits for the server to close when all responses are wanted', async () => {
    await using server = await serveSockets((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\nto the end')
    })
    const { responses, state } = await sendRaw({ port: server.port, bytes: get('/'), expected: Infinity })
    assert.deepEqual(
      responses.map(({ body }) => body.toString()),
      ['a', 'to the end'],
    )
    assert.equal(state, 'closed')
  })
})

describe('a raw connection', () => {
  it('sends exactly the bytes that it is given', async () => {
    const received: Buffer[] = []
    await using server = await serveSockets((socket) => {
      socket.on('data', (bytes) => received.push(bytes))
      socket.on('end', () => socket.end())
    })
    // The server has all bytes when it sees the end of the connection.
    using connection = await connectRaw(server)
    await connection.send('\0\xFF\r')
    await connection.send(Uint8Array.of(10, 200))
    connection.socket.end()
    assert.equal(await connection.ended(), 'closed')
    assert.deepEqual(Buffer.concat(received), Buffer.of(0, 255, 13, 10, 200))
  })

  it('accepts what came in time while this process was held up', async () => {
    const { promise: received, resolve } = Promise.withResolvers<readonly RawResponse[]>()
    await using server = await serveSockets((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        resolve(connection.receive(1, 1))
        const until = performance.now() + 20
        while (performance.now() < until);
      })
    })
    using connection = await connectRaw(server)
    await connection.send(get('/'))
    assert.deepEqual(
      (await received).map(({ status }) => status),
      [204],
    )
  })

  it('shows an interim response before the final one, and gives both later', async () => {
    await using server = await serveHttp()
    using connection = await connectRaw(server)
    await connection.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n')
    assert.equal((await connection.peek())?.status, 100)
    await connection.send('x', [])
    assert.deepEqual(
      (await connection.receive()).map(({ status }) => status),
      [100, 200],
    )
    assert.equal(await connection.peek(50), undefined)
  })

  it('skips other interim answers before the one that asks for content', async () => {
    await using server = await serveSockets((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 102 x\r\n\r\nHTTP/1.1 100 x\r\n\r\n'))
    })
    using connection = await connectRaw(server)
    await connection.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n')
    assert.equal((await connection.peek())?.status, 100)
  })
})
