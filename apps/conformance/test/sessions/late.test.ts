/** What comes late: requests that never end, and those that this machine was too busy to send in time. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { lateRequests } from '../../plant-store/stages/rest.ts'
import type { Sent } from '../../src/sessions/client/sent.ts'
import type { Budget } from '../../src/subject.ts'
import { pipelined, type Send, type Served, serveSockets } from '@plant-store/raw-http'
import type { RecordingCollector } from '../recording-collector.ts'
import { runnerAt } from './trial.ts'

const body = '{"error":40801,"message":"The request did not arrive in time."}'
const fields =
  'Content-Type: application/json\r\nCache-Control: no-store\r\nX-Request-Id: a\r\nConnection: close\r\n'
const respond = (status: string, content = ''): string =>
  `HTTP/1.1 ${status}\r\n${content === '' ? 'Connection: close\r\n' : fields}Content-Length: ${content.length}\r\n\r\n${content}`

/** What is found about a service that answers the beginning of each request with these bytes. */
async function foundAbout(bytes: string, budget: Budget = 'standard'): Promise<RecordingCollector> {
  await using server = await serveSockets((socket) => socket.once('data', () => socket.end(bytes)))
  const { runner, collector } = runnerAt(server.url, { budget })
  await lateRequests.run(runner)
  return collector
}

const rulesOf = ({ findings }: RecordingCollector): readonly string[] => findings.map(({ rule }) => rule)

describe('a request that never ends', () => {
  it('is rightly refused with 408 and an Error', async () => {
    const collector = await foundAbout(respond('408 Request Timeout', body))
    assert.equal(collector.tell(), '')
    assert.ok(collector.refusedRules.has('late-request-408'))
  })

  it('is wrongly refused with another status, without a body, or by hanging up', async () => {
    assert.deepEqual(rulesOf(await foundAbout(respond('400 Bad Request', body))), ['late-request-408'])
    assert.ok(
      rulesOf(await foundAbout(respond('408 Request Timeout'))).includes('every-refusal-has-error-body'),
    )
    assert.deepEqual(rulesOf(await foundAbout('')), ['answers-every-request'])
  })

  it('is waited for no longer than the check lasts', async () => {
    await using server = await serveSockets((socket) => socket.resume())
    const { runner, collector } = runnerAt(server.url, { budget: 'deep', timeMs: 300 })
    await lateRequests.run(runner)
    assert.match(collector.uncheckedRules.get('late-request-408') ?? '', /for more than 0\.\d s/)
  })

  it('is not waited for by a quick check, which says so', async () => {
    const collector = await foundAbout('', 'quick')
    assert.match(collector.uncheckedRules.get('late-request-408') ?? '', /does not wait/)
  })
})

const outcomesOf = (sent: readonly Sent[]): readonly unknown[] =>
  sent.map(({ outcome }) => ('status' in outcome ? outcome.status : outcome.noResponse))

/** A service that answers everything, until `meet` handles a piece; `count` is that of pieces on this connection. */
const serveUntil = (meet: (socket: Socket, count: number, isFirst: boolean) => unknown): Promise<Served> => {
  let connections = 0
  return serveSockets((socket) => {
    connections += 1
    const isFirst = connections === 1
    let count = 0
    socket.on('data', (chunk) => {
      count += 1
      if (meet(socket, count, isFirst) !== false) return
      const asked = chunk.toString().split('\r\n\r\n').length - 1
      socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'.repeat(asked))
    })
  })
}

/** What comes of these moves: each asks for the list. `onFirst` is called after the first response. */
async function outcomesAt(
  { url }: Served,
  moves: readonly Partial<Send>[],
  onFirst: () => void = () => {},
): Promise<readonly unknown[]> {
  const { runner, collector } = runnerAt(url)
  void collector.hasRecorded(1).then(onFirst)
  const ask = { request: runner.write('GET', '/plants') }
  return outcomesOf(await runner.client.play(moves.map((move) => ({ ask, ...move }))))
}

type Meet = (socket: Socket) => unknown
const late: Meet = (socket) => socket.end(respond('408 Request Timeout', body))
const closing: Meet = (socket) => socket.end()

describe('a request that comes when its connection is being closed', () => {
  /** What meets the second of three requests, the time before it, what came, and whether others are sent behind it. */
  const rows: readonly (readonly [string, Meet, number, readonly unknown[], boolean?])[] = [
    ['is sent again after a 408', late, 3000, [401, 401, 401]],
    ['is sent again where the connection is closed', closing, 3000, [401, 401, 401]],
    ['is sent again with those that were sent after it', closing, 3000, [401, 401, 401], true],
    ['is sent again where no time has passed', closing, 0, [401, 401, 401]],
    ['is not sent again after a 408 where no time has passed', late, 0, [401, 408, 401]],
  ]
  for (const [what, meet, sleepMs, due, isPipelined = false] of rows)
    it(what, async (context) => {
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
      await using server = await serveUntil((socket, count, isFirst) => {
        const isMet = isFirst && count > 1
        if (isMet) meet(socket)
        return isMet
      })
      // Between the first response and the second request.
      const sleep = (): void => context.mock.timers.tick(sleepMs)
      assert.deepEqual(await outcomesAt(server, [{}, isPipelined ? { wait: false } : {}, {}], sleep), due)
    })

  it('is sent again where it came behind a response that ends the connection', async () => {
    await using server = await serveUntil((socket) => socket.end(respond('401 Unauthorized')))
    const { runner } = runnerAt(server.url)
    const asks = [1, 2, 3, 4].map((n) => ({ request: runner.write('GET', `/plants?limit=${n}`) }))
    const [sent = []] = await runner.run([pipelined(asks)])
    assert.deepEqual(outcomesOf(sent), [401, 401, 401, 401])
  })

  for (const [what, paused, meet, due] of [
    ['is not sent again after a 408 where all of the time went into the request before', 1, late, [401, 408]],
    ['is not sent again where its beginning came in time', 2, closing, [401, 'closed']],
  ] as const)
    it(what, async (context) => {
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
      const pauseMs = 600
      // Two requests in three pieces, with a pause after the first or the second piece.
      await using server = await serveUntil((socket, count) => {
        if (count === paused) context.mock.timers.tick(pauseMs)
        if (count === 3) meet(socket)
        return count === 3
      })
      const cut = { cut: [20], pauseMs }
      assert.deepEqual(await outcomesAt(server, paused === 1 ? [cut, {}] : [{}, cut]), due)
    })
})

/** Longer than the time that every service grants. */
const longMs = 2200

it('a 408 that comes this long after the beginning of its connection is not checked', async () => {
  let count = 0
  await using server = await serveSockets((socket) => {
    count += 1
    // The request on the first connection comes at once, but the service may have waited for it for longer than that.
    const [status, afterMs] = count < 2 ? ['408 Request Timeout', longMs] : ['401 Unauthorized', 0]
    socket.once('data', () => setTimeout(() => socket.end(respond(status)), afterMs))
  })
  assert.deepEqual(await outcomesAt(server, [{ on: 0 }, { on: 1, wait: false }]), [401])
})

it('a request of which this machine sent the rest too late may be refused, and is not checked', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  await using server = await serveUntil((socket, count) => {
    if (count === 1) context.mock.timers.tick(longMs)
    else socket.end(respond('400 Bad Request'))
    return true
  })
  assert.deepEqual(await outcomesAt(server, [{ cut: [20], pauseMs: 100 }]), [])
})
