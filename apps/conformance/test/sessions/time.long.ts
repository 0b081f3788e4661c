/**
 * A budget limits the time: it is kept with any service, also one that never answers, and what was not reached is
 * reported. Only this finds a check that waits for ever, and one that spends its time on one thing.
 */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { serveSockets } from '@plant-store/raw-http'
import { sessionsChecker } from '../../plant-store/checker.ts'
import type { Subject } from '../../src/subject.ts'
import { RecordingCollector } from '../recording-collector.ts'
import { serve } from '../serve.ts'
import { subjectOf } from '../subject.ts'

const known = { callers: [{ token: 'good-good-good' }] }

/** What is found until the time is up, which is when this many requests were sent. */
async function foundUntil(count: number, url: string, more: Partial<Subject>): Promise<RecordingCollector> {
  const collector = new RecordingCollector()
  void collector.hasRecorded(count).then(() => collector.endTime())
  await sessionsChecker().check(subjectOf(url, more), collector)
  return collector
}

describe('the checker of sessions', () => {
  it('tries everything early, however much there is of one thing, and reports what it did not reach', async () => {
    await using server = await serve(
      (_request, response) => void setTimeout(20).then(() => response.writeHead(401).end()),
    )
    // A whole run sends several thousand requests.
    const collector = await foundUntil(1800, server.url, { ...known, only: 'given' })
    const requests = collector.exchanges.map(({ request }) => request)
    assert.ok(requests.some(({ method }) => method === 'PATCH'))
    assert.ok(requests.some(({ target }) => target === '/PLANTS'))
    assert.ok(requests.some(({ target }) => target === '/plants?limit=007'))
    assert.ok(requests.some(({ fields }) => fields.some(([, value]) => value === 'Digest good-good-good')))
    assert.match(collector.unreached.join(), /Not reached when the time was up: .*random/)
  })

  it('reports what it saw wrong when there was no time to ask again', async () => {
    await using server = await serve((_request, response) => response.end('[]'))
    const collector = await foundUntil(1, server.url, { only: 'given' })
    assert.equal(collector.findings[0]?.rule, 'token-required', collector.tell())
  })

  it('does not wait each time for a service that ends connections only when they have been idle for long', async () => {
    let late = 0
    await using server = await serveSockets((socket) => {
      let idle: NodeJS.Timeout | undefined
      socket.on('error', () => {})
      socket.once('close', () => clearTimeout(idle))
      socket.on('data', (bytes) => {
        clearTimeout(idle)
        socket.write(unauthorized)
        idle = globalThis.setTimeout(() => {
          if (/^connection:.*close/im.test(String(bytes))) late += 1
          socket.end()
        }, 2000)
      })
    })
    await foundUntil(150, server.url, {})
    assert.ok(late < 30, String(late))
  })
})

const unauthorized = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'

describe('a service is given up after a few requests where it', () => {
  const rows: Readonly<Record<string, readonly [(socket: Socket, requests: number) => unknown, RegExp]>> = {
    'never answers': [(socket) => socket.resume(), /no whole response in time/],
    'closes every connection': [(socket) => socket.end(), /closed without a whole response/],
    'speaks another protocol': [(socket) => socket.end('220 mail.example ESMTP\r\n'), /after "220 mail/],
    'stops answering': [
      (socket, requests) => (requests > 20 ? socket.end() : socket.write(unauthorized)),
      /closed without a whole response/,
    ],
  }
  for (const [what, [meet, due]] of Object.entries(rows))
    it(what, async () => {
      let requests = 0
      await using server = await serveSockets((socket) =>
        socket.on('data', () => {
          requests += 1
          meet(socket, requests)
        }),
      )
      const collector = new RecordingCollector()
      await sessionsChecker().check(subjectOf(server.url, known), collector)
      const unanswered = collector.findings.find(({ rule }) => rule === 'answers-every-request')
      assert.match(unanswered?.came ?? '', due)
      assert.ok(collector.exchanges.length < 60, String(collector.exchanges.length))
      assert.match(
        collector.unreached.join(),
        /^Not reached when the service stopped answering: .*every value/,
      )
    })
})
