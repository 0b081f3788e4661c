/** What a caller of raw connections may not see for weeks: pieces, late readers, and interim responses. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { serveSockets } from '@plant-store/raw-http'
import { type RawResponse, connectRaw, sendRaw, type Served, serveOn } from '@plant-store/testkit'

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function* oneByOne(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await new Promise(setImmediate)
  }
}

/** Responds with the method and path of the request. */
const serveHttp = (): Promise<Served> =>
  serveOn(createServer((request, response) => response.end(`${request.method} ${request.url}`)))

describe('sendRaw', () => {
  it('does not take a later piece for the beginning of a request', async () => {
    await using server = await serveHttp()
    const bytes = oneByOne(['GET /a HTTP/1.1\r\nHost: a\r\nNote: ', 'HEAD \r\n\r\n', get('/b')])
    const { responses } = await sendRaw({ port: server.port, bytes, expected: 2 })
    assert.deepEqual(
      responses.map(({ body }) => body.toString()),
      ['GET /a', 'GET /b'],
    )
  })
})

describe('a raw connection', () => {
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
