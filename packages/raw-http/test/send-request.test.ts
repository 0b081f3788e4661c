/** Requests arrive as written: whole, in pieces, held back or abandoned. What comes back is reported as it came. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  abandonRequest,
  openConnection,
  type RawConnection,
  receiveOne,
  requestWriter,
  Secrets,
  seeEnd,
  sendOne,
  sendRequest,
  serveSockets,
  startRecorder,
  toReplay,
  toText,
} from '@plant-store/raw-http'

const token = 'plants-Ana-1'
const secrets = new Secrets({ callers: [{ token }], refused: [] })
const [ana] = secrets.callers
assert.ok(ana !== undefined)

const aDayMs = 86_400_000

async function open(url: string): Promise<RawConnection> {
  return (await openConnection(url)) ?? assert.fail('nothing listens')
}

const get = requestWriter('a')('GET', '/plants', { token: ana.mark })
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'

describe('a request', () => {
  it('is sent with the token where its stand-in is', async () => {
    await using recorder = await startRecorder()
    using connection = await open(recorder.url)
    await sendRequest(connection, { ask: { request: get } }, secrets)
    const response = await receiveOne(connection)
    assert.ok('status' in response)
    assert.deepEqual([response.status, String(response.body), response.faults], [200, '[]', []])
    assert.deepEqual(recorder.take(), [
      `GET /plants HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ])
  })

  it('is written in pieces', async (t) => {
    await using recorder = await startRecorder()
    using connection = await open(recorder.url)
    const write = t.mock.method(connection.socket, 'write')
    await sendRequest(connection, { ask: { request: get }, cut: [3, 20], pauseMs: 1 }, secrets)
    assert.ok('status' in (await receiveOne(connection)))
    const whole = secrets.reveal(toText(get))
    assert.deepEqual(recorder.take(), [whole])
    assert.deepEqual(
      write.mock.calls.map(({ arguments: [piece] }) => String(piece)),
      [whole.slice(0, 3), whole.slice(3, 20), whole.slice(20)],
    )
  })

  it('holds its content back until it is asked for', async () => {
    await using recorder = await startRecorder()
    using connection = await open(recorder.url)
    const request = requestWriter('a')('POST', '/plants', {
      fields: [['Expect', '100-continue']],
      body: 'content',
    })
    await sendRequest(connection, { ask: { request } }, secrets)
    const response = await receiveOne(connection)
    assert.deepEqual(response.interim, [100])
    assert.match(recorder.take().join(''), /\r\n\r\ncontent$/)
  })

  for (const by of ['reset', 'close', 'half-close', 'stay'] as const) {
    it(`is abandoned by ${by}`, async () => {
      const came = Promise.withResolvers<readonly [string, string]>()
      await using server = await serveSockets((socket) => {
        let received = ''
        const tell = (end: string) => (): void => came.resolve([received, end])
        socket.on('data', (bytes) => {
          received += bytes.toString('latin1')
          if (by === 'stay') tell('stay')()
        })
        socket.once('end', tell('end'))
        socket.once('error', tell('reset'))
      })
      const left = await abandonRequest(server.url, { abandon: get, bytes: 7, by }, secrets)
      const [received, end] = await came.promise
      // A reset may lose what was on its way.
      if (by !== 'reset') assert.equal(received, 'GET /pl')
      assert.deepEqual(
        [end, left.length],
        { reset: ['reset', 0], close: ['end', 0], 'half-close': ['end', 1], stay: ['stay', 1] }[by],
      )
      for (const connection of left) connection[Symbol.dispose]()
    })
  }

  it('is abandoned after a while, by a client and by the line that repeats it', async () => {
    await using recorder = await startRecorder()
    const step = { abandon: get, bytes: 7, by: 'close', afterMs: 50 } as const
    const began = performance.now()
    await abandonRequest(recorder.url, step, secrets)
    // Timers may be a millisecond early.
    assert.ok(performance.now() - began > 48)
    const line = toReplay([step, { ask: { request: get } }], { url: recorder.url, secrets })
    assert.match(line, /printf 'GET \/pl' >&\$gone; sleep 0\.05; exec \{gone\}>&-; /)
  })

  it('is replayed with its content after a while, where that is held back', () => {
    const held = requestWriter('a')('POST', '/', { fields: [['Expect', '100-continue']], body: 'limit=1' })
    const line = toReplay([{ ask: { request: held } }, { ask: { request: get } }], {
      url: 'http://127.0.0.1:1',
      secrets,
    })
    assert.match(line, /Content-Length: 7\\r\\n\\r\\n' >&\$c0; sleep 0\.2; printf 'limit=1' >&\$c0/)
  })
})

describe('a connection that the other side resets', () => {
  const resetting = (): ReturnType<typeof serveSockets> =>
    serveSockets((socket) => socket.once('data', () => socket.resetAndDestroy()))

  it('is broken when something is sent, where the reset has not been seen before', async () => {
    await using server = await resetting()
    using connection = await open(server.url)
    connection.socket.pause()
    while (connection.state === 'open') {
      await connection.send('x', [])
      // The other side, in this process, needs its turn.
      await setImmediate()
    }
    assert.deepEqual([connection.state, connection.isWriteBroken], ['reset', true])
  })

  it('is not where the reset is read', async () => {
    await using server = await resetting()
    using connection = await open(server.url)
    await connection.send('x', [])
    assert.deepEqual([await connection.ended(), connection.isWriteBroken], ['reset', false])
  })
})

describe('what comes back', () => {
  const ask = requestWriter('a')('GET', '/')

  it('is one exchange, with the bytes that follow the response as its fault', async () => {
    await using server = await serveSockets((socket) => socket.once('data', () => socket.write(`${ok}more`)))
    const { request, response, connection } = await sendOne(server.url, ask)
    assert.ok('status' in response && connection > 0)
    assert.deepEqual([request, response.faults], [ask, ['4 bytes follow it']])
  })

  it('may be nothing', async () => {
    await using silent = await serveSockets((socket) => socket.once('data', () => socket.end()))
    assert.deepEqual((await sendOne(silent.url, ask)).response, { noResponse: 'closed' })
    await using broken = await serveSockets((socket) => socket.once('data', () => socket.resetAndDestroy()))
    assert.deepEqual((await sendOne(broken.url, ask)).response, { noResponse: 'reset' })
  })

  it('is a timeout where the other side does not answer in time', async () => {
    await using server = await serveSockets((socket) => socket.once('data', () => socket.write('what?')))
    using connection = await open(server.url)
    await sendRequest(connection, { ask: { request: ask } }, secrets)
    assert.deepEqual(await receiveOne(connection, { timeoutMs: 100 }), {
      noResponse: 'timeout',
      partial: 'what?',
    })
  })

  it('is not waited for where the other side goes on in HTTP/2', async () => {
    const settings = Buffer.from('000012040000000000', 'hex')
    await using server = await serveSockets((socket) => socket.once('data', () => socket.write(settings)))
    using connection = await open(server.url)
    await sendRequest(connection, { ask: { request: ask } }, secrets)
    assert.deepEqual(await receiveOne(connection, { timeoutMs: aDayMs }), {
      noResponse: 'timeout',
      partial: settings.toString('latin1'),
    })
  })

  it('is reported as unreachable where nobody listens', async () => {
    const server = await serveSockets(() => {})
    await server[Symbol.asyncDispose]()
    const { response, connection } = await sendOne(server.url, ask)
    assert.deepEqual([response, connection], [{ noResponse: 'unreachable' }, 0])
  })

  it('is seen up to the end of the connection', async () => {
    await using server = await serveSockets((socket) => {
      socket.once('data', () => {
        socket.write(ok)
        setTimeout(() => socket.end('late'), 20)
      })
    })
    using connection = await open(server.url)
    await sendRequest(connection, { ask: { request: ask } }, secrets)
    const response = await receiveOne(connection)
    assert.ok('status' in response)
    assert.deepEqual((await seeEnd(connection, response)).faults, ['4 bytes follow it'])
  })
})
