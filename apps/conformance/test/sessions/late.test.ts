/** What comes late: requests that never end, and those that this machine was too busy to send in time. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { lateRequests } from '../../src/sessions/stages/rest.ts'
import type { Sent } from '../../src/sessions/client/sent.ts'
import type { Budget } from '../../src/subject.ts'
import { serveSockets } from '@plant-store/raw-http'
import type { RecordingCourt } from '../recording-court.ts'
import { runnerAt } from './runner-at.ts'

const body = '{"error":40801,"message":"The request did not arrive in time."}'
const fields =
  'Content-Type: application/json\r\nCache-Control: no-store\r\nX-Request-Id: a\r\nConnection: close\r\n'
const answer = (status: string, content = ''): string =>
  `HTTP/1.1 ${status}\r\n${content === '' ? 'Connection: close\r\n' : fields}Content-Length: ${content.length}\r\n\r\n${content}`

/** What is found about a service that answers the beginning of each request with these octets. */
async function hear(octets: string, budget: Budget = 'standard'): Promise<RecordingCourt> {
  await using server = await serveSockets((socket) => socket.once('data', () => socket.end(octets)))
  const { runner, court } = runnerAt(server.url, { budget })
  await lateRequests.run(runner)
  return court
}

const rulesOf = ({ findings }: RecordingCourt): readonly string[] => findings.map(({ rule }) => rule)

describe('a request that never ends', () => {
  it('is rightly refused with 408 and an Error', async () => {
    const court = await hear(answer('408 Request Timeout', body))
    assert.equal(court.tell(), '')
    assert.ok(court.refusedRules.has('late-request-408'))
  })

  it('is wrongly refused with another status, without a body, or by hanging up', async () => {
    assert.deepEqual(rulesOf(await hear(answer('400 Bad Request', body))), ['late-request-408'])
    assert.ok(rulesOf(await hear(answer('408 Request Timeout'))).includes('every-refusal-has-error-body'))
    assert.deepEqual(rulesOf(await hear('')), ['answers-every-request'])
  })

  it('is waited for no longer than the check lasts', async () => {
    await using server = await serveSockets((socket) => socket.resume())
    const { runner, court } = runnerAt(server.url, { budget: 'deep', timeMs: 300 })
    await lateRequests.run(runner)
    assert.match(court.unjudgedRules.get('late-request-408') ?? '', /for more than 0\.\d s/)
  })

  it('is not waited for by a quick check, which says so', async () => {
    const court = await hear('', 'quick')
    assert.match(court.unjudgedRules.get('late-request-408') ?? '', /does not wait/)
  })
})

const outcomesOf = (sent: readonly Sent[]): readonly unknown[] =>
  sent.map(({ outcome }) => ('status' in outcome ? outcome.status : outcome.noResponse))

describe('a request that comes when its connection is being closed', () => {
  /** What came of three requests. `meet` handles the second one, before which `sleepMs` pass. */
  async function statuses(
    context: TestContext,
    meet: (socket: Socket) => void,
    { sleepMs = 3000, isPipelined = false } = {},
  ): Promise<readonly unknown[]> {
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    let connections = 0
    await using server = await serveSockets((socket) => {
      connections += 1
      const isFirst = connections === 1
      let count = 0
      socket.on('data', (chunk) => {
        if (isFirst && count > 0) {
          meet(socket)
          return
        }
        const asked = chunk.toString().split('\r\n\r\n').length - 1
        count += asked
        socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'.repeat(asked))
      })
    })
    const { runner, court } = runnerAt(server.url)
    // Between the first answer and the second request.
    court.onFirst(() => context.mock.timers.tick(sleepMs))
    const ask = { request: runner.write('GET', '/plants') }
    const sent = await runner.client.play([{ ask }, { ask, ...(isPipelined && { wait: false }) }, { ask }])
    return outcomesOf(sent)
  }

  for (const [what, meet] of [
    ['answered with 408', (socket: Socket) => socket.end(answer('408 Request Timeout', body))],
    ['answered by closing the connection', (socket: Socket) => socket.end()],
    ['answered by resetting the connection', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)
    it(`may be ${what}, and is sent again on a new connection`, async (context) => {
      assert.deepEqual(await statuses(context, meet), [401, 401, 401])
    })

  it('is sent again with those that were sent after it', async (context) => {
    assert.deepEqual(
      await statuses(context, (socket) => socket.end(), { isPipelined: true }),
      [401, 401, 401],
    )
  })

  it('may come when a service that rests connections for a second is just closing this one', async (context) => {
    assert.deepEqual(await statuses(context, (socket) => socket.end(), { sleepMs: 900 }), [401, 401, 401])
  })

  it('may find the connection closed where no time has passed', async (context) => {
    assert.deepEqual(await statuses(context, (socket) => socket.end(), { sleepMs: 0 }), [401, 401, 401])
  })

  it('is not sent again after a 408 where no time has passed', async (context) => {
    const meet = (socket: Socket): unknown => socket.end(answer('408 Request Timeout', body))
    assert.deepEqual(await statuses(context, meet, { sleepMs: 0 }), [401, 408, 401])
  })

  const pauseMs = 600

  /** What came of two requests in three pieces, with a pause within one request. `last` meets the third piece. */
  async function inThreePieces(
    context: TestContext,
    paused: 'first' | 'second',
    last: (socket: Socket) => void,
  ): Promise<readonly unknown[]> {
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const [pausedAt, answeredAt] = paused === 'first' ? [1, 2] : [2, 1]
    await using server = await serveSockets((socket) => {
      let pieces = 0
      socket.on('data', () => {
        pieces += 1
        if (pieces === pausedAt) context.mock.timers.tick(pauseMs)
        if (pieces === answeredAt) socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
        if (pieces === 3) last(socket)
      })
    })
    const { runner } = runnerAt(server.url)
    const ask = { request: runner.write('GET', '/plants') }
    const cut = { ask, cut: [20], pauseMs }
    return outcomesOf(await runner.client.play(paused === 'first' ? [cut, { ask }] : [{ ask }, cut]))
  }

  it('is not sent again after a 408 where all of the time went into sending the request before', async (context) => {
    const last = (socket: Socket): unknown => socket.end(answer('408 Request Timeout', body))
    assert.deepEqual(await inThreePieces(context, 'first', last), [401, 408])
  })

  it('is not sent again where its beginning came in time', async (context) => {
    assert.deepEqual(await inThreePieces(context, 'second', (socket) => socket.end()), [401, 'closed'])
  })

  it('is sent again only once', async () => {
    let connections = 0
    await using server = await serveSockets((socket) => {
      const isFirst = (connections += 1) === 1
      let count = 0
      socket.on('data', () => {
        count += 1
        if (isFirst && count === 1) socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
        else socket.end()
      })
    })
    const { runner } = runnerAt(server.url)
    const ask = { request: runner.write('GET', '/plants') }
    assert.deepEqual(outcomesOf(await runner.client.play([{ ask }, { ask }])), [401, 'closed'])
    assert.equal(connections, 2)
  })
})

/** Longer than the time that every service grants. */
const longMs = 2200

it('a 408 that comes this long after the beginning of its connection is not judged', async () => {
  let count = 0
  await using server = await serveSockets((socket) => {
    count += 1
    // The request on the first connection comes at once, but the service may have waited for it for longer than that.
    const [status, afterMs] = count < 2 ? ['408 Request Timeout', longMs] : ['401 Unauthorized', 0]
    socket.once('data', () => setTimeout(() => socket.end(answer(status)), afterMs))
  })
  const { runner } = runnerAt(server.url)
  const ask = { request: runner.write('GET', '/plants') }
  const sent = await runner.client.play([
    { ask, on: 0 },
    { ask, on: 1, wait: false },
  ])
  assert.deepEqual(outcomesOf(sent), [401])
})
