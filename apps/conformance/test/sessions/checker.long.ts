/** The checker finds nothing wrong with our own service even where it is told less about it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantById } from '../../mutants/catalogue.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld, toWorldFile } from '../../mutants/server/world.ts'
import { startOwnService } from '../../src/own-service.ts'
import { rules } from '../../src/rules/rules.ts'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import type { Caller } from '../../src/subject.ts'
import { subjectOf, unhurriedMs, unlessSlow } from '../subject.ts'
import { RecordingCourt } from '../recording-court.ts'

/** What the checker says of the service where it knows only these callers. */
async function checker(url: string, callers: readonly Caller[]): Promise<RecordingCourt> {
  const court = new RecordingCourt()
  await sessionsChecker().checker(subjectOf(url, { callers, timeMs: unhurriedMs }), court)
  return court
}

describe('our own service', () => {
  it('conforms where the plants that are due are not known', async () => {
    await using own = await startOwnService()
    const { url, callers } = own.known
    const court = await checker(
      url,
      callers.map(({ token }) => ({ token })),
    )
    assert.equal(court.tell(), '')
    assert.deepEqual(unlessSlow(court.unreached), [])
    // A rule that forbids is seen when we break it and are refused.
    const unproven = rules
      .filter(({ id }) => !court.uncheckedRules.has(id))
      .filter(({ id, kind }) => !(kind === 'refusable' ? court.refusedRules : court.keptRules).has(id))
    const worldly = rules.filter(({ needs }) => needs === 'world' || needs === 'two callers')
    assert.deepEqual(
      unproven.map(({ id }) => id),
      worldly.map(({ id }) => id),
    )
    assert.match(court.uncheckedRules.get('retired-token-refused') ?? '', /good once/)
  })
})

it('what a service that ends each connection did not show is told', async () => {
  await using server = await startMutant(mutantById('close'))
  const court = await checker(server.url, toWorldFile(fixedWorld).callers)
  assert.equal(court.tell(), '')
  assert.deepEqual(unlessSlow(court.unreached), ['The service kept no connection for a second request.'])
})
