/** When the listener stops a run because there is no point in going on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Listener } from '../../src/schemathesis/listener.ts'
import type { Subject } from '../../src/subject.ts'
import { subjectAt } from '../broken-server.ts'
import { RecordingCourt } from '../recording-court.ts'

/** How often the listener stops when three requests of this method get no answer, by default after one that got one. */
function stopsFor(method: string, only: Subject['only'], isAnsweredFirst = true): number {
  let stops = 0
  const url = 'http://127.0.0.1:8080'
  const listener = new Listener(subjectAt(url, { only }), new RecordingCourt(), () => (stops += 1))
  const tell = (name: string, asked: string, status?: number): void => {
    const exchange = {
      case: name,
      endedAt: 0,
      request: { method: asked, url: `${url}/plants`, headers: { Accept: '*/*' }, body: '' },
      answer:
        status === undefined
          ? null
          : { version: '1.1', status, reason: '', headers: {}, body: '', durationMs: 1 },
      noResponse: status === undefined ? 'closed' : null,
    }
    listener.take(JSON.stringify({ exchange }))
  }
  if (isAnsweredFirst) tell('a', 'GET', 401)
  for (const name of ['b', 'c', 'd']) tell(name, method)
  return stops
}

test('the run stops when a service leaves several requests in a row unanswered', () => {
  assert.equal(stopsFor('GET', 'given'), 1)
  assert.equal(stopsFor('DELETE', 'all'), 1)
})

test('the run goes on where those answers are not owed', () => {
  assert.equal(stopsFor('DELETE', 'given'), 0)
  assert.equal(stopsFor('DELETE', 'given', false), 0)
})
