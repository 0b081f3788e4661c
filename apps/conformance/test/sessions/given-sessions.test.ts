/** What is asked on connections that are used again. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { GaveUp } from '../../src/sessions/gave-up.ts'
import { Runner } from '../../src/sessions/runner.ts'
import { stageNamed } from '../../src/sessions/stages.ts'
import type { Subject } from '../../src/subject.ts'
import { listen } from './listen.ts'
import { RecordingCourt } from './recording-court.ts'

/** The methods of all requests, and whether one had content. */
async function ask(only: Subject['only']): Promise<{ methods: ReadonlySet<string>; hasContent: boolean }> {
  const server = createServer((_request, response) => response.end('[]'))
  try {
    const url = await listen(server)
    const court = new RecordingCourt()
    const subject: Subject = { url, callers: [], refusedTokens: [], only, seed: 1, budget: 'quick' }
    const runner = new Runner(subject, court, Object.values(operations))
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
  } finally {
    server.closeAllConnections()
    server.close()
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
