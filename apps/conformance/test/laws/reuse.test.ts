/** What is asked on connections that are used again. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { Probe } from '../../src/laws/probe.ts'
import { reuse } from '../../src/laws/subjects/reuse.ts'
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
    await reuse.run(new Probe(subject, court, Object.values(operations)))
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
