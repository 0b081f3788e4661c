/** Prism as a judge of real traffic, and as a mock that is judged. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sessionsJudge } from '../../../src/sessions/judge.ts'
import { checkMock, type MockReport } from '../../../src/adapters/prism/check-mock.ts'
import { prismJudge } from '../../../src/adapters/prism/judge.ts'
import { knownDeviations } from '../../../src/adapters/prism/known-deviations.ts'
import type { Judge } from '../../../src/run/judge.ts'
import { budgetMs } from '../../../src/subject.ts'
import { ruleById } from '../../../src/rules/rules.ts'
import { finding, judge } from '../../run/bench.ts'
import { brokenIn, judgeAlone, startWith, subjectAt } from '../../broken-server.ts'

const { signal } = new AbortController()

describe('the mock of the contract', () => {
  const wanted = { seed: 1, budget: 'quick' } as const
  const tell = ({ news, vanished }: MockReport): readonly string[] => [
    ...news.map(({ rule }) => rule.id),
    ...vanished.map(({ deviation }) => deviation.what),
  ]
  test('deviates from it as it is known to', async () => {
    const due = new Set(knownDeviations.flatMap(({ rules }) => rules))
    const onlyKept = new Set<string>()
    const allSeen = new AbortController()
    const usual = AbortSignal.timeout(budgetMs.quick)
    // The mock is slow: on a busy machine, that time may be over when a known deviation was only seen not to show.
    const patient = (one: Judge): Judge => ({
      name: one.name,
      judge: (subject, court) =>
        one.judge(subject, {
          ...court,
          timeUp: AbortSignal.any([court.timeUp, allSeen.signal]),
          kept: (rule, exchange) => {
            court.kept(rule, exchange)
            if (due.has(rule)) onlyKept.add(rule)
          },
          broken: (found) => {
            court.broken(found)
            due.delete(found.rule)
            onlyKept.delete(found.rule)
          },
        }),
    })
    const end = setInterval(() => (onlyKept.size === 0 && usual.aborted ? allSeen.abort() : undefined), 100)
    const judges = [sessionsJudge(), prismJudge()].map((one) => patient(one))
    const report = await checkMock(judges, { ...wanted, timeMs: 9 * 60_000 }, signal)
    clearInterval(end)
    assert.deepEqual(tell(report), [])
  })
  test('is news where it deviates otherwise, and where it no longer does', async () => {
    const cured = { what: 'Nothing any more.', rules: ['plant-has-name'], sometimes: [], issues: [] }
    const others = knownDeviations.filter(({ rules }) => !rules.includes('head-as-get'))
    // The mock itself was judged above.
    const told = judge('told', (court) => {
      court.broken(finding('head-as-get'))
      court.kept('plant-has-name')
    })
    assert.deepEqual(tell(await checkMock([told], wanted, signal, [...others, cured])), [
      'head-as-get',
      'Nothing any more.',
    ])
  })
  test('breaks only rules that exist', () => {
    for (const { rules, sometimes } of knownDeviations) {
      for (const rule of [...rules, ...sometimes]) assert.equal(ruleById(rule).id, rule)
    }
  })
})

test('the proxy catches what schemas show, and accuses no correct service', async () => {
  await using right = await startWith({})
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const [kept, broken] = await Promise.all(
    [right, wrong].map(({ url }) => judgeAlone(subjectAt(url), prismJudge())),
  )
  assert.deepEqual(kept && brokenIn(kept), [])
  assert.match(JSON.stringify(broken?.failures), /must have required property 'name'/)
})
