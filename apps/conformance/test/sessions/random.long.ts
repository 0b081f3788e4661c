/** What is drawn at random goes on as long as there is time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from '../../src/sessions/stages/random.ts'
import { listPlants } from '../subject.ts'
import { serve } from '../serve.ts'
import { runnerAt, runStage } from './trial.ts'

test('random sessions go on in a deep check until its time is nearly over', async () => {
  await using server = await serve((_request, response) => void response.writeHead(401).end())
  const { runner, collector } = runnerAt(server.url, { only: 'given', budget: 'deep', timeMs: 30_000 })
  await runStage('random sessions', runner)
  const once = randomOf({ runner, operation: listPlants }, 500)
  const requests = once.flatMap((session) => session.filter((step) => 'ask' in step))
  assert.ok(collector.exchanges.length > 1.5 * requests.length, String(collector.exchanges.length))
  assert.ok(runner.timeLeft < 0.5, String(runner.timeLeft))
})
