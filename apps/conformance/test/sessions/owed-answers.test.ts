/** Which requests a service owes an answer, and which it is asked by the given contract alone. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { pipelined } from '@plant-store/raw-http'
import { GaveUp } from '../../src/sessions/gave-up.ts'
import type { Runner } from '../../src/sessions/runner.ts'
import { stageNamed } from '../../src/sessions/stages.ts'
import type { Subject } from '../../src/subject.ts'
import { serve, type Served, serveOn } from '../serve.ts'
import { runnerAt } from './runner-at.ts'

/** A service that does this where Node finds no HTTP, or more than it takes; everything else it answers. */
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
    stageNamed(stage).run(runner)

/** A server that knows only lists may well leave enough requests unanswered to be given up. */
const mayGiveUp = (error: unknown): void => assert.ok(error instanceof GaveUp, String(error))

/** What is said of missing and of broken answers. */
async function hear(
  play: Play,
  only: Subject['only'],
  turnAway: (socket: Duplex) => void,
): Promise<string[]> {
  await using server = await serveWith(turnAway)
  const { runner, court } = runnerAt(server.url, { only })
  await play(runner).catch(mayGiveUp)
  const about = new Set(['answers-every-request', 'answers-are-well-framed'])
  return court.findings.filter(({ rule }) => about.has(rule)).map(({ came }) => came)
}

const withoutHead = (socket: Duplex): unknown => socket.end('<h1>Bad request</h1>')
const withoutWords = (socket: Duplex): unknown => socket.destroy()

describe('what is no HTTP', () => {
  for (const stage of ['the table of requests', 'octets that are no HTTP']) {
    it(`is owed no answer by the given contract alone (${stage})`, async () => {
      assert.deepEqual(await hear(playing(stage), 'given', withoutHead), [])
    })

    it(`is owed one by the whole contract (${stage})`, async () => {
      const [came] = await hear(playing(stage), 'all', withoutHead)
      assert.match(came ?? '', /closed without a whole answer, after "<h1>/)
    })
  }

  it('and gets no word at all is the same', async () => {
    const stage = playing('octets that are no HTTP')
    assert.deepEqual(await hear(stage, 'given', withoutWords), [])
    assert.notDeepEqual(await hear(stage, 'all', withoutWords), [])
  })
})

describe('an answer of which a part is lost', () => {
  /** What is said of a service that leaves in the middle of each answer. */
  const hearOf = async (more: number): Promise<readonly string[]> => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000, Connection: 'close' })
      response.write('[', () => response.socket?.resetAndDestroy())
    })
    const { runner, court } = runnerAt(server.url)
    const plain = { request: runner.write('GET', '/plants') }
    await runner.run([pipelined(Array.from({ length: 1 + more }, () => plain))])
    return court.findings.map(({ came }) => came)
  }

  it('is told', async () => {
    assert.match(String(await hearOf(0)), /the octets end after 1 of 1000/)
  })

  it('is not, where requests behind it were not read: that resets the connection', async () => {
    assert.doesNotMatch(String(await hearOf(1)), /the octets end/)
  })
})

describe('a service that answers no request of one kind', () => {
  it('is asked all others', async () => {
    await using server = await serve((request, response) => {
      if (request.method === 'GET') response.writeHead(401).end()
      else request.socket.destroy()
    })
    const { runner, court } = runnerAt(server.url)
    await runner.askApart([{ request: runner.write('GET', '/plants') }])
    await runner.askApart(Array.from({ length: 30 }, () => ({ request: runner.write('PUT', '/plants') })))
    const [last] = await runner.askApart([{ request: runner.write('GET', '/plants') }])
    assert.ok(last !== undefined && 'status' in last.outcome)
    assert.equal(court.exchanges.filter(({ request }) => request.method === 'PUT').length >= 30, true)
  })
})

describe('a request in order', () => {
  // Node knows no method FOO: for the contract that is a request like another.
  const foo: Play = (runner) => runner.askApart([{ request: runner.write('FOO', '/plants') }])

  it('is owed an answer', async () => {
    assert.match((await hear(foo, 'all', withoutHead))[0] ?? '', /closed without a whole answer/)
  })

  it('is owed none by the given contract where it is no GET of a list', async () => {
    assert.deepEqual(await hear(foo, 'given', withoutHead), [])
  })
})

/** The methods of all requests, and whether one had content. */
async function ask(only: Subject['only']): Promise<{ methods: ReadonlySet<string>; hasContent: boolean }> {
  await using server = await serve((_request, response) => response.end('[]'))
  const { runner, court } = runnerAt(server.url, { only })
  await playing('every kind behind every other')(runner).catch(mayGiveUp)
  const requests = court.exchanges.map(({ request }) => request)
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

  it('carries nothing by the given contract alone that this does not speak of', async () => {
    assert.deepEqual(await ask('given'), { methods: new Set(['GET']), hasContent: false })
  })
})
