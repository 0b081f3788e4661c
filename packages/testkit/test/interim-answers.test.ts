/** Answers that come before the final one (RFC 9110, 15.2). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectRaw } from '@plant-store/testkit'
import { serveHttp, serveSocket } from './servers.ts'

describe('a connection', () => {
  it('gives an interim answer together with the final one', async () => {
    await using server = await serveHttp()
    using connection = await connectRaw(server)
    await connection.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n')
    assert.deepEqual(
      (await connection.receive()).map(({ status }) => status),
      [100, 200],
    )
  })

  it('shows an interim answer before the final one, and gives both later', async () => {
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
    await using server = await serveSocket((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 102 x\r\n\r\nHTTP/1.1 100 x\r\n\r\n'))
    })
    using connection = await connectRaw(server)
    await connection.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n')
    assert.equal((await connection.peek())?.status, 100)
  })
})
