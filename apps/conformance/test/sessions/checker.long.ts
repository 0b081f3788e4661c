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
import { RecordingCollector } from '../recording-collector.ts'

/** What the checker says of the service where it knows only these callers. */
async function checkService(url: string, callers: readonly Caller[]): Promise<RecordingCollector> {
  const collector = new RecordingCollector()
  await sessionsChecker().check(subjectOf(url, { callers, timeMs: unhurriedMs }), collector)
  return collector
}

describe('our own service', () => {
  it('conforms where the plants that are due are not known', async () => {
    await using own = await startOwnService()
    const { url, callers } = own.known
    const collector = await checkService(
      url,
      callers.map(({ token }) => ({ token })),
    )
    assert.equal(collector.tell(), '')
    assert.deepEqual(unlessSlow(collector.unreached), [])
    // A rule that forbids is seen when we break it and are refused.
    const unproven = rules
      .filter(({ id }) => !collector.uncheckedRules.has(id))
      .filter(
        ({ id, kind }) => !(kind === 'refusable' ? collector.refusedRules : collector.keptRules).has(id),
      )
    const worldly = rules.filter(({ needs }) => needs === 'world' || needs === 'two callers')
    assert.deepEqual(
      unproven.map(({ id }) => id),
      worldly.map(({ id }) => id),
    )
    assert.match(collector.uncheckedRules.get('retired-token-refused') ?? '', /good once/)
  })
})

it('what a service that ends each connection did not show is told', async () => {
  await using server = await startMutant(mutantById('close'))
  const collector = await checkService(server.url, toWorldFile(fixedWorld).callers)
  assert.equal(collector.tell(), '')
  assert.deepEqual(unlessSlow(collector.unreached), ['The service kept no connection for a second request.'])
})
