/** A service that refuses with 408 what came late, because this machine was busy, does nothing wrong. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { serveSockets } from '../serve.ts'
import { runnerAt } from './runner-at.ts'

const answer = (status: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`

/** Longer than the time that every service grants. */
const longMs = 2200

it('what comes so long behind the beginning of its connection is not judged', async () => {
  let count = 0
  await using server = await serveSockets((socket) => {
    count += 1
    // The first connection is there all the time, and its request comes behind the answer on the second.
    const [status, afterMs] = count < 2 ? ['408 Request Timeout', 0] : ['401 Unauthorized', longMs]
    socket.once('data', () => setTimeout(() => socket.end(answer(status)), afterMs))
  })
  const { runner } = runnerAt(server.url)
  const ask = { request: runner.write('GET', '/plants') }
  const sent = await runner.client.play([
    { ask, on: 0 },
    { ask, on: 1, wait: false },
  ])
  const statuses = sent.map(({ outcome }) => ('status' in outcome ? `status ${outcome.status}` : ''))
  assert.deepEqual(statuses, ['status 401'])
})
