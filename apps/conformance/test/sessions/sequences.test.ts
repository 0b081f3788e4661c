/** Long sequences of requests get a part of a check's time, and what is left out of them is reported. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { paceFor } from '../../src/sessions/run/pace.ts'
import type { Runner } from '../../src/sessions/run/runner.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import type { RecordingCollector } from '../recording-collector.ts'
import { runnerAt, runStage } from './trial.ts'

/** Works on a service that refuses everything. */
async function withRunner(
  work: (runner: Runner, collector: RecordingCollector) => Promise<void>,
  more: Partial<Subject> = {},
): Promise<void> {
  await using server = await serve((_request, response) => void response.writeHead(401).end())
  const { runner, collector } = runnerAt(server.url, more)
  await work(runner, collector)
}

const names = ['successions on one connection', 'every kind behind every other']

test('what is left out of sequences where time is short is reported, with the name of the stage', () =>
  withRunner(
    async (runner, collector) => {
      runner.pace = paceFor(1, 300)
      for (const name of names) await runStage(name, runner)
      assert.deepEqual(
        collector.unreached.map((what) => what.replaceAll(/\d+/g, 'N')),
        names.map((name) => `Left out, since an answer takes N ms: N of the N requests of ${name}.`),
      )
    },
    { timeMs: 100 },
  ))

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
  runner.pace = paceFor(500)
  await runStage('callers in turn and at once', runner)
  assert.ok(most > 1 && most <= 4, `${most} came at once`)
})
