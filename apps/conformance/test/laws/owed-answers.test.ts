/** Which requests a service owes an answer. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { GaveUp } from '../../src/laws/gave-up.ts'
import type { Law } from '../../src/laws/law.ts'
import { Probe } from '../../src/laws/probe.ts'
import { hostile } from '../../src/laws/subjects/hostile.ts'
import { methods } from '../../src/laws/subjects/methods.ts'
import { tableOfRequests } from '../../src/laws/subjects/table.ts'
import type { Subject } from '../../src/subject.ts'
import { listen } from './listen.ts'
import { RecordingCourt } from './recording-court.ts'

/** A service that does this where Node finds no HTTP, or more than it takes; everything else it answers. */
const createWith = (turnAway: (socket: Duplex) => void): Server =>
  createServer((_request, response) => response.end('[]')).on('clientError', (_error, socket: Duplex) =>
    turnAway(socket),
  )

/** What the law says of missing and of broken answers. */
async function hear(law: Law, only: Subject['only'], turnAway: (socket: Duplex) => void): Promise<string[]> {
  const server = createWith(turnAway)
  try {
    const url = await listen(server)
    const court = new RecordingCourt()
    const subject: Subject = { url, callers: [], refusedTokens: [], only, seed: 1, budget: 'quick' }
    await law.run(new Probe(subject, court, Object.values(operations))).catch((error: unknown) => {
      // It may well leave enough requests unanswered to be given up.
      assert.ok(error instanceof GaveUp, String(error))
    })
    const about = new Set(['answers-every-request', 'answers-are-well-framed'])
    return court.findings.filter(({ rule }) => about.has(rule)).map(({ came }) => came)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const withoutHead = (socket: Duplex): unknown => socket.end('<h1>Bad request</h1>')
const withoutWords = (socket: Duplex): unknown => socket.destroy()

describe('what is no HTTP', () => {
  for (const law of [tableOfRequests, hostile]) {
    it(`is owed no answer by the given contract alone (${law.name})`, async () => {
      assert.deepEqual(await hear(law, 'given', withoutHead), [])
      assert.deepEqual(await hear(law, 'given', withoutWords), [])
    })

    it(`is owed one by the whole contract (${law.name})`, async () => {
      assert.match(
        (await hear(law, 'all', withoutHead))[0] ?? '',
        /closed without a whole answer, after "<h1>/,
      )
      assert.notDeepEqual(await hear(law, 'all', withoutWords), [])
    })
  }
})

describe('a request in order', () => {
  // Node knows no method FOO: for the contract that is a request like another.
  it('is owed an answer', async () => {
    assert.match((await hear(methods, 'all', withoutHead))[0] ?? '', /closed without a whole answer/)
  })

  it('is owed none by the given contract where it is no GET of a list', async () => {
    assert.deepEqual(await hear(methods, 'given', withoutHead), [])
  })
})
