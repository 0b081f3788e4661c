/** Prism as a judge of real traffic, as a mock that is judged, and as a stock proxy. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agreementJudge } from '../../src/agreement/judge.ts'
import { check } from '../../src/court/check.ts'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { checkMock } from '../../src/prism/check-mock.ts'
import { prismJudge } from '../../src/prism/judge.ts'
import { knownDeviations } from '../../src/prism/known-deviations.ts'
import { runStockPrismProxy } from '../../mutants/stock/prism-proxy.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { unhurriedMs } from '../subject.ts'
import { answering, brokenIn, judgeAlone, startWith, subjectAt, withFields } from '../broken-server.ts'

const { signal } = new AbortController()

test('exchanges of other judges are judged as well', async () => {
  // Only the agreement judge provokes a 405.
  await using server = await answering((reply) =>
    reply.status === 405 ? withFields(reply, ['Cache-Control', 'public']) : reply,
  )
  const alone = await judgeAlone(subjectAt(server.url), prismJudge())
  const observing = await check(subjectAt(server.url), { judges: [prismJudge(), agreementJudge()], signal })
  assert.deepEqual([brokenIn(alone), brokenIn(observing)], [[], ['refusals-not-stored']])
})

test('a service that departs from the mock is found out, except where the mock is known to deviate', async () => {
  await using server = await startWith({
    decodeLimit: ([text]) => (text === undefined ? undefined : Math.trunc(Number(text)) || 0),
    checkPath: () => {},
  })
  const verdict = await judgeAlone(subjectAt(server.url), agreementJudge())
  const broken = new Set(brokenIn(verdict))
  for (const rule of ['limit-is-a-number', 'limit-without-exponent', 'no-other-path']) {
    assert.ok(broken.has(rule), rule)
  }
})

describe('the mock of the contract', () => {
  test('deviates from it as it is known to', async () => {
    const report = await checkMock([sessionsJudge(), prismJudge()], { signal, timeMs: unhurriedMs })
    assert.deepEqual(
      [report.news.map(({ rule }) => rule.id), report.vanished.map(({ deviation }) => deviation.id)],
      [[], []],
    )
    assert.ok(report.isAsKnown)
  })
  test('is news where it deviates otherwise, and where it no longer does', async () => {
    const cured = { id: 'cured', what: 'Nothing any more.', rules: ['plant-has-name'], issues: [] }
    const deviations = [...knownDeviations.filter(({ id }) => id !== 'no-head'), cured]
    const report = await checkMock([agreementJudge(), prismJudge()], { signal, deviations })
    assert.deepEqual(
      report.news.map(({ rule }) => rule.id),
      ['head-as-get'],
    )
    assert.deepEqual(
      report.vanished.map(({ deviation }) => deviation.id).filter((id) => id === 'cured'),
      ['cured'],
    )
    assert.ok(!report.isAsKnown)
  })
  test('breaks only rules that exist', () => {
    for (const { rules, sometimes = [] } of knownDeviations) {
      for (const rule of [...rules, ...sometimes]) assert.equal(ruleById(rule).id, rule)
    }
  })
})

test('the stock proxy catches what schemas show, and does not accuse a correct service', async () => {
  await using right = await startWith({})
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const token = subjectAt('').callers[0]?.token ?? ''
  assert.deepEqual((await runStockPrismProxy(right.url, token)).what, [])
  const { caught, what } = await runStockPrismProxy(wrong.url, token)
  assert.ok(caught)
  assert.match(what.join(), /must have required property 'name'/)
})
