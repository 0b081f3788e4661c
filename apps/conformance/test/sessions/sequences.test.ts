/** A slow service is not asked too much at once. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { serve } from '../serve.ts'
import { runnerAt, runStage } from './trial.ts'

test('no more callers come at once to a slow service than it answers in time', async () => {
  const busy = new Map<Socket, number>()
  let most = 0
  const count = (socket: Socket, more: number): void => {
    const now = (busy.get(socket) ?? 0) + more
    if (now === 0) busy.delete(socket)
    else busy.set(socket, now)
    most = Math.max(most, busy.size)
  }
  await using server = await serve(({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    setTimeout(() => response.writeHead(401).end(), 20)
  })
  const { runner } = runnerAt(server.url, {
    callers: ['ana', 'ben', 'cleo', 'dan'].map((name) => ({ token: `token-of-${name}` })),
  })
  runner.width = 4
  await runStage('callers in turn and at once', runner)
  assert.ok(most > 1 && most <= 4, `${most} came at once`)
})
