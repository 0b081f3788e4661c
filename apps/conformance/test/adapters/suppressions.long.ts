/**
 * No suppression is superfluous: without it, the tool accuses a correct server.
 * Only this finds one that a newer version of the tool no longer needs, and that then hides breaches.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownSchemathesis } from '../../plant-store/tools/schemathesis.ts'
import { mutantById } from '../../mutants/catalogue.ts'
import { replying } from '../../mutants/faults/replies.ts'
import type { Change } from '../../mutants/mutant.ts'
import { type Ask, withField } from '../../mutants/server/ask.ts'
import { type Running, startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld } from '../../mutants/server/world.ts'
import { prismChecker } from '../../plant-store/prism/checker.ts'
import { type Suppression, suppressions } from '../../plant-store/tools/suppressions.ts'
import { brokenIn, checkAlone, subjectAt } from '../broken-server.ts'

/** The reply, but with this status if the request is one of those meant. */
const answering = (status: number, isMeant: (ask: Ask) => boolean): Change =>
  replying((reply, ask) =>
    ask !== undefined && isMeant(ask)
      ? { ...withField(reply, 'Content-Range', 'bytes 0-1/2'), status }
      : reply,
  )

/** For each suppression a correct server that is accused without it: one of the catalogue, or the changed reference. */
const shown: Readonly<Record<string, string | Change>> = {
  'any-token': 'no-plants',
  'unknown-methods': 'rare-methods-400',
  'split-fields': replying((reply) => ({
    ...reply,
    fields: reply.fields.flatMap(([name, value]) => value.split(', ').map((line) => [name, line] as const)),
  })),
  'beyond-the-given': answering(501, ({ request }) => request.method !== 'GET'),
  'other-answers-than-given': replying((reply) =>
    reply.status === 401 ? withField(reply, 'Content-Type', 'text/plain') : reply,
  ),
  'decided-otherwise': answering(422, ({ query }) => query.get('limit') === '-1'),
}

const start = (server: string | Change): Promise<Running> =>
  startMutant(typeof server === 'string' ? mutantById(server) : { change: server, world: fixedWorld })

/** What the server is accused of, by the tool that needs the suppression. */
async function accusedOf({ id, only }: Suppression, among: typeof suppressions): Promise<readonly string[]> {
  const server = shown[id] ?? assert.fail('no server shows it')
  await using running = await start(server)
  const checker = id === 'any-token' ? prismChecker(among) : ownSchemathesis(undefined, among)
  return brokenIn(await checkAlone(subjectAt(running.url, { only: only ?? 'all' }), checker))
}

describe('without the suppression a correct server is accused:', () => {
  for (const suppression of suppressions)
    test(`${suppression.id}: ${suppression.reason}`, async () => {
      // With it, no correct server of the catalogue is accused: `pnpm mutants` tries them.
      const others = suppressions.filter((other) => other !== suppression)
      assert.notDeepEqual(await accusedOf(suppression, others), [])
    })
})

test('what a service may send and Python can’t read accuses nobody', async () => {
  // By the time the response comes, the client could have taken the interim one for it.
  const hinting: Change = ({ write }) => ({
    write: (reply, ask) =>
      ask.response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () =>
        setTimeout(() => write(reply, ask), 10),
      ),
  })
  await using server = await start(hinting)
  const verdict = await checkAlone(subjectAt(server.url), ownSchemathesis())
  assert.deepEqual([brokenIn(verdict), verdict.checkers[0]?.failure], [[], undefined])
  assert.match(verdict.checkers[0]?.notReached[0] ?? '', /an interim response/)
})
