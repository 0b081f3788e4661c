/** All sessions: only this finds a rule that says wrongly whether it needs plants, and a request without the fields of all. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startOwnService } from '../../src/own-service.ts'
import { rules } from '../../src/rules/rules.ts'
import { sessionsChecker } from '../../src/plants/checker.ts'
import type { Change } from '../../mutants/mutant.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld } from '../../mutants/server/world.ts'
import { subjectAt } from '../broken-server.ts'
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

it('reach a service behind a gateway that wants a field of every request', async () => {
  const fields = [['X-Gateway', 'key-of-the-gateway']] as const
  const change: Change = ({ finish }) => ({
    finish: async (reply, ask) => {
      const whole = await finish(reply, ask)
      const isLetIn = ask === undefined || whole.status === 400 || ask.headers['x-gateway'] === fields[0][1]
      return isLetIn ? whole : { ...whole, status: 403 }
    },
  })
  await using server = await startMutant({ change, world: fixedWorld })
  const collector = new RecordingCollector()
  await sessionsChecker().check(subjectAt(server.url, { fields, timeMs: unhurriedMs }), collector)
  assert.equal(collector.tell(), '')
})
