/** Which requests a service owes an answer, and which are sent by the given contract alone. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { malformedRequest, pipelined, type Served, serveOn } from '@plant-store/raw-http'
import { Over } from '../../src/sessions/client/over.ts'
import type { Runner } from '../../src/sessions/run/runner.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import { runnerAt, runStage } from './trial.ts'

/** A service that calls `turnAway` where Node finds no HTTP, or more than it accepts; it answers everything else. */
const serveWith = (turnAway: (socket: Duplex) => void): Promise<Served> =>
  serveOn(
    createServer((_request, response) => response.end('[]')).on('clientError', (_error, socket: Duplex) =>
      turnAway(socket),
    ),
  )

type Play = (runner: Runner) => Promise<unknown>

const playing =
  (stage: string): Play =>
  (runner) =>
    runStage(stage, runner)

/** A server that knows only lists may well leave enough requests unanswered to be given up. */
const mayGiveUp = (error: unknown): void => assert.ok(error instanceof Over, String(error))

/** What is found about missing and broken answers. */
async function foundAbout(
  play: Play,
  only: Subject['only'],
  turnAway: (socket: Duplex) => void,
): Promise<string[]> {
  await using server = await serveWith(turnAway)
  const { runner, collector } = runnerAt(server.url, { only })
  await play(runner).catch(mayGiveUp)
  const about = new Set(['answers-every-request', 'answers-are-well-framed'])
  return collector.findings.filter(({ rule }) => about.has(rule)).map(({ came }) => came)
}

const withoutHead = (socket: Duplex): unknown => socket.end('<h1>Bad request</h1>')
const withoutWords = (socket: Duplex): unknown => socket.destroy()

describe('what is not HTTP', () => {
  const stage = playing('the table of requests')
  for (const turnAway of [withoutHead, withoutWords]) {
    it(`is owed no answer by the given contract alone (${turnAway.name})`, async () => {
      assert.deepEqual(await foundAbout(stage, 'given', turnAway), [])
    })

    it(`is owed one by the whole contract (${turnAway.name})`, async () => {
      assert.notDeepEqual(await foundAbout(stage, 'all', turnAway), [])
    })
  }
})

describe('the preface of HTTP/2', () => {
  const inHttp2 = (socket: Duplex): unknown => socket.write(Buffer.from('000012040000000000', 'hex'))
  const asking =
    (bytes: string): Play =>
    (runner) =>
      runner.askApart([{ request: malformedRequest(bytes) }])

  it('may be answered in HTTP/2', async () => {
    assert.deepEqual(await foundAbout(asking('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 'all', inHttp2), [])
  })

  it('is all that may be', async () => {
    assert.match(
      String(await foundAbout(asking('PRY * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 'all', inHttp2)),
      /no whole answer/,
    )
  })
})

describe('an answer of which a part is lost', () => {
  /** What is found about a service that hangs up in the middle of its first answer; `more` requests follow that one. */
  const foundWhere = async (more: number): Promise<readonly string[]> => {
    let isFirst = true
    await using server = await serve((_request, response) => {
      if (!isFirst) {
        response.end('[]')
        return
      }
      isFirst = more === 0
      response.writeHead(200, { 'Content-Length': 1000, Connection: 'close' })
      response.write('[', () => response.socket?.resetAndDestroy())
    })
    const { runner, collector } = runnerAt(server.url)
    const plain = { request: runner.write('GET', '/plants') }
    await runner.run([pipelined(Array.from({ length: 1 + more }, () => plain))])
    return collector.findings.map(({ came }) => came)
  }

  it('is reported', async () => {
    assert.match(String(await foundWhere(0)), /the bytes end after 1 of 1000/)
  })

  it('is not reported where later requests were not read: that resets the connection', async () => {
    assert.doesNotMatch(String(await foundWhere(1)), /the bytes end/)
  })
})

describe('a service that answers no request of one kind', () => {
  it('is still asked all others', async () => {
    await using server = await serve((request, response) => {
      if (request.method === 'GET') response.writeHead(401).end()
      else request.socket.destroy()
    })
    const { runner, collector } = runnerAt(server.url)
    await runner.askApart([{ request: runner.write('GET', '/plants') }])
    await runner.askApart(Array.from({ length: 30 }, () => ({ request: runner.write('PUT', '/plants') })))
    const [last] = await runner.askApart([{ request: runner.write('GET', '/plants') }])
    assert.ok(last !== undefined && 'status' in last.outcome)
    assert.equal(collector.exchanges.filter(({ request }) => request.method === 'PUT').length >= 30, true)
  })
})

describe('a well-formed request', () => {
  // Node knows no method FOO: to the contract this is a request like any other.
  const foo: Play = (runner) => runner.askApart([{ request: runner.write('FOO', '/plants') }])

  it('is owed an answer', async () => {
    assert.match((await foundAbout(foo, 'all', withoutHead))[0] ?? '', /closed without a whole answer/)
  })

  it('is owed none by the given contract where it is not a GET of a list', async () => {
    assert.deepEqual(await foundAbout(foo, 'given', withoutHead), [])
  })
})

/** The methods of all requests, and whether one had content. */
async function ask(only: Subject['only']): Promise<{ methods: ReadonlySet<string>; hasContent: boolean }> {
  await using server = await serve((_request, response) => response.end('[]'))
  const { runner, collector } = runnerAt(server.url, { only })
  await playing('every kind behind every other')(runner).catch(mayGiveUp)
  const requests = collector.exchanges.map(({ request }) => request)
  return {
    methods: new Set(requests.map(({ method }) => method)),
    hasContent: requests.some(({ body }) => body !== undefined),
  }
}

describe('a connection that is used again', () => {
  it('carries whatever tempts a service to lose its place', async () => {
    const { methods, hasContent } = await ask('all')
    assert.ok(methods.size > 1 && hasContent)
  })

  it('carries only what the given contract speaks of, where that is checked alone', async () => {
    assert.deepEqual(await ask('given'), { methods: new Set(['GET']), hasContent: false })
  })
})
