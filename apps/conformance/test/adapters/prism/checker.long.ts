/** Prism as a checker of real traffic, and as a mock that is checked: only this finds that a newer Prism deviates otherwise. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sessionsChecker } from '../../../src/plants/checker.ts'
import { checkMock, type MockReport } from '../../../src/adapters/prism/check-mock.ts'
import { prismChecker } from '../../../src/adapters/prism/checker.ts'
import { knownDeviations } from '../../../src/adapters/prism/known-deviations.ts'
import type { Checker } from '../../../src/run/checker.ts'
import { budgetMs } from '../../../src/subject.ts'
import { ruleById } from '../../../src/rules/rules.ts'
import { brokenIn, checkAlone, startWith, subjectAt } from '../../broken-server.ts'

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
    const patient = (one: Checker): Checker => ({
      name: one.name,
      check: (subject, collector) =>
        one.check(subject, {
          ...collector,
          timeUp: AbortSignal.any([collector.timeUp, allSeen.signal]),
          kept: (rule, exchange) => {
            collector.kept(rule, exchange)
            if (due.has(rule)) onlyKept.add(rule)
          },
          broken: (found) => {
            collector.broken(found)
            due.delete(found.rule)
            onlyKept.delete(found.rule)
          },
        }),
    })
    const end = setInterval(() => (onlyKept.size === 0 && usual.aborted ? allSeen.abort() : undefined), 100)
    const checkers = [sessionsChecker(), prismChecker()].map((one) => patient(one))
    const report = await checkMock(checkers, { ...wanted, timeMs: 9 * 60_000 }, signal)
    clearInterval(end)
    assert.deepEqual(tell(report), [])
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
    [right, wrong].map(({ url }) => checkAlone(subjectAt(url), prismChecker())),
  )
  assert.deepEqual(kept && brokenIn(kept), [])
  assert.match(JSON.stringify(broken?.failures), /must have required property 'name'/)
})
