/** What is asked on connections that are used again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GaveUp } from '../../src/sessions/gave-up.ts'
import { stageNamed } from '../../src/sessions/stages.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import { runnerAt } from './runner-at.ts'

/** The methods of all requests, and whether one had content. */
async function ask(only: Subject['only']): Promise<{ methods: ReadonlySet<string>; hasContent: boolean }> {
  await using server = await serve((_request, response) => response.end('[]'))
  const { runner, court } = runnerAt(server.url, { only })
  await stageNamed('every kind behind every other')
    .run(runner)
    .catch((error: unknown) => {
      // A server that knows only lists leaves some requests unanswered.
      assert.ok(error instanceof GaveUp, String(error))
    })
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
