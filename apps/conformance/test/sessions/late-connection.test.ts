/** A service that refuses with 408 what came late, because this machine was busy, does nothing wrong. */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { Runner } from '../../src/sessions/runner.ts'
import { listen } from './listen.ts'
import { RecordingCourt } from './recording-court.ts'

const answer = (status: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`

/** Longer than the time that every service grants. */
const longMs = 2200

it('what comes so long behind the beginning of its connection is not judged', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    // The first connection is there all the time, and its request comes behind the answer on the second.
    const [status, afterMs] = sockets.length < 2 ? ['408 Request Timeout', 0] : ['401 Unauthorized', longMs]
    socket.once('data', () => setTimeout(() => socket.end(answer(status)), afterMs))
  })
  try {
    const url = await listen(server)
    const subject = { url, callers: [], refusedTokens: [], only: 'all', seed: 1, budget: 'quick' } as const
    const runner = new Runner(subject, new RecordingCourt(), Object.values(operations))
    const ask = { request: runner.write('GET', '/plants') }
    const sent = await runner.client.play([
      { ask, on: 0 },
      { ask, on: 1, wait: false },
    ])
    const statuses = sent.map(({ outcome }) => ('status' in outcome ? `status ${outcome.status}` : ''))
    assert.deepEqual(statuses, ['status 401'])
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
