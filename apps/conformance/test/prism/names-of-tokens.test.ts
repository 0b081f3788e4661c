/** The judge of sessions names the token parts that it sends; Prism judges what was sent, and shows the names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import type { Judge } from '../../src/court/judge.ts'
import { check } from '../../src/court/check.ts'
import { Runner } from '../../src/sessions/runner.ts'
import { reference } from '../../mutants/server/reference.ts'
import { prismJudge } from '../../src/prism/judge.ts'
import { startWith, subjectAt } from '../broken-server.ts'

const sessions: Judge = {
  name: 'sessions',
  judge: async (subject, court) => {
    const runner = new Runner(subject, court, Object.values(operations))
    const values = runner.secrets.refused.flatMap((one) => [one.mark, one.slice(0, 9)])
    await runner.askApart(
      values.map((value) => ({
        request: runner.write('GET', '/plants', { fields: [['Authorization', `bearer ${value}`]] }),
      })),
    )
  },
}

test('a finding about a token of the judge of sessions names the broken rule, and has a line to run', async () => {
  await using server = await startWith({
    findCaller: (token, ask) =>
      ask.world.refused.some((refused) => refused.token === token)
        ? (ask.world.callers[0] ?? reference.findCaller(token, ask))
        : reference.findCaller(token, ask),
  })
  const { signal } = new AbortController()
  const { evidence } = await check(subjectAt(server.url), { judges: [sessions, prismJudge()], signal })
  const told = evidence.flatMap(({ findings }) => findings.filter(({ judge }) => judge === 'prism'))
  assert.deepEqual([...new Set(told.map(({ rule }) => rule))], ['retired-token-refused'])
  for (const { curl } of told) assert.match(curl, /-H "Authorization: bearer \$REFUSED_TOKEN/)
})
