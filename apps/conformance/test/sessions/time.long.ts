/** A budget limits the time: it is kept with any service that answers at all, and what was not reached is reported. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { inTurn } from '@plant-store/raw-http'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'
import { runnerAt } from './trial.ts'

async function withServer(
  listener: RequestListener,
  work: (subject: Subject) => Promise<void>,
): Promise<void> {
  await using server = await serve(listener)
  await work(subjectOf(server.url, { only: 'given' }))
}

describe('the checker of sessions', () => {
  it('stops when the time of the budget is up, and reports what it did not reach', () =>
    withServer(
      (_request, response) => void setTimeout(50).then(() => response.writeHead(401).end()),
      async (subject) => {
        const collector = new RecordingCollector()
        const checking = sessionsChecker().check(subject, collector)
        await collector.hasRecorded(30)
        collector.endTime()
        await checking
        assert.equal(collector.tell(), '')
        assert.match(collector.unreached.join(), /Not reached when the time was up: .*every value/)
      },
    ))

  it('stops at once when it is told to', () =>
    withServer(
      (_request, response) => response.end('[]'),
      async (subject) => {
        const collector = new RecordingCollector()
        const checking = sessionsChecker().check({ ...subject, budget: 'deep' }, collector)
        collector.abort()
        await assert.rejects(checking, { name: 'AbortError' })
      },
    ))

  it('tries everything early, however much there is of one thing', () =>
    withServer(
      (_request, response) => void setTimeout(20).then(() => response.writeHead(401).end()),
      async (subject) => {
        const collector = new RecordingCollector()
        const checking = sessionsChecker().check(
          { ...subject, callers: [{ token: 'good-good-good' }] },
          collector,
        )
        // A whole run sends several thousand requests.
        await collector.hasRecorded(1800)
        collector.endTime()
        await checking
        const requests = collector.exchanges.map(({ request }) => request)
        assert.ok(requests.some(({ method }) => method === 'PATCH'))
        assert.ok(requests.some(({ target }) => target === '/PLANTS'))
        assert.ok(requests.some(({ target }) => target === '/plants?limit=007'))
        assert.ok(
          requests.some(({ fields }) => fields.some(([, value]) => value === 'Digest good-good-good')),
        )
      },
    ))

  it('reports what it saw wrong when there was no time to ask again', () =>
    withServer(
      (_request, response) => void setTimeout(20).then(() => response.end('[]')),
      async (subject) => {
        const collector = new RecordingCollector()
        collector.onFirst(() => collector.endTime())
        await sessionsChecker().check(subject, collector)
        assert.equal(collector.findings[0]?.rule, 'token-required', collector.tell())
      },
    ))
})

describe('a service', () => {
  it('that once needs six seconds is not accused', { timeout: 60_000 }, () => {
    let count = 0
    return withServer(
      (_request, response) => {
        count += 1
        void setTimeout(count === 3 ? 6000 : 0).then(() => response.writeHead(401).end())
      },
      async (subject) => {
        const { runner, collector } = runnerAt(subject.url, { only: 'given' })
        const request = runner.write('GET', '/plants')
        await runner.askApart(Array.from({ length: 5 }, () => ({ request })))
        assert.equal(collector.tell(), '')
      },
    )
  })

  it('that leaves requests unanswered where no answer is owed is still sent the rest of a series', () =>
    withServer(
      (request, response) => {
        if (request.method === 'GET') response.writeHead(401).end()
        else request.socket.destroy()
      },
      async (subject) => {
        const { runner, collector } = runnerAt(subject.url, { only: 'given' })
        const kinds = Array.from({ length: 12 }, () => ['PUT', 'GET'] as const).flat()
        const asks = kinds.map((method) => ({ request: runner.write(method, '/plants') }))
        const [sent = []] = await runner.run([inTurn(asks)])
        assert.equal(sent.length, kinds.length)
        assert.equal(collector.tell(), '')
      },
    ))
})
