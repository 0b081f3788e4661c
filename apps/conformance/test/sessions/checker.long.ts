/** Our own service where no plants are known: only this finds a rule that says wrongly whether it needs them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startOwnService } from '../../src/own-service.ts'
import { rules } from '../../src/rules/rules.ts'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import { subjectOf, unhurriedMs } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'

it('conforms, and what is not seen of it is what needs them', async () => {
  await using own = await startOwnService()
  const { url } = own.known
  const callers = own.known.callers.map(({ token }) => ({ token }))
  const collector = new RecordingCollector()
  await sessionsChecker().check(subjectOf(url, { callers, timeMs: unhurriedMs }), collector)
  assert.equal(collector.tell(), '')
  assert.deepEqual(collector.unreached, [])
  // A rule that forbids is seen when we break it and are refused.
  const unproven = rules
    .filter(({ id }) => !collector.uncheckedRules.has(id))
    .filter(({ id, kind }) => !(kind === 'refusable' ? collector.refusedRules : collector.keptRules).has(id))
  const worldly = rules.filter(({ needs }) => needs === 'world' || needs === 'two callers')
  assert.deepEqual(
    unproven.map(({ id }) => id),
    worldly.map(({ id }) => id),
  )
  assert.match(collector.uncheckedRules.get('retired-token-refused') ?? '', /good once/)
})
