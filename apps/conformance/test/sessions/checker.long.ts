/** All sessions: only this finds a request without the fields of all. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sessionsChecker } from '../../plant-store/checker.ts'
import type { Change } from '../../mutants/mutant.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld } from '../../mutants/server/world.ts'
import { subjectAt } from '../broken-server.ts'
import { unhurriedMs } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'

it('sessions reach a service behind a gateway that wants a field of every request', async () => {
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
