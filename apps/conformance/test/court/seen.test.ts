/** A rule that forbids is seen kept when what it forbids was tried and refused; until then it is not seen. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { describeVerdict } from '../../src/command/describe-verdict.ts'
import { readContract } from '../../src/contract/document.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import { toReport } from '../../src/report/json-report.ts'
import { junitReport } from '../../src/report/junit-report.ts'
import { markdownSummary } from '../../src/report/markdown-summary.ts'
import { checkWith, exchange, judge, rules } from './bench.ts'

/** Sees `b` kept where nothing forbidden was asked for. */
const shy = judge('shy', (court) => {
  for (const { id } of rules) court.kept(id, court.record(exchange()))
})

describe('a rule that forbids something that was not tried', () => {
  test('is not counted among those seen kept, and is listed with the reason', async () => {
    const verdict = await checkWith([shy], { subject: { atLeast: 60 } })
    assert.match(verdict.summary, /2 of 3 rules/)
    assert.deepEqual(verdict.evidence.find(({ rule }) => rule.id === 'b')?.unjudged, [
      'No request of this run showed it.',
    ])
  })

  test('is skipped in JUnit, and "not seen" in every other report', async () => {
    const verdict = await checkWith([shy])
    assert.match(junitReport(verdict), /name="b: [^>]*><skipped/)
    assert.equal(toReport(verdict).rules.find(({ id }) => id === 'b')?.state, 'not seen')
    assert.match(htmlReport(verdict, readContract()), /<details class="rule unseen">/)
    assert.match(markdownSummary(verdict), /2 rules kept, 0 broken, 1 not seen/)
    const told = stripVTControlCharacters(describeVerdict(verdict, process.stdout))
    assert.match(told, /3 rules: 2 kept, 0 broken, 1 not seen/)
  })
})

describe('a service of which much was not seen', () => {
  for (const [atLeast, outcome, words] of [
    [90, 'unjudged', 'Nothing may be concluded'],
    [60, 'conforms', 'eeps the contract as far as it was checked'],
  ] as const) {
    test(`every report says the same where at least ${atLeast} % is asked for: ${words}`, async () => {
      const verdict = await checkWith([shy], { subject: { atLeast } })
      assert.equal(verdict.outcome, outcome)
      const reports = [
        htmlReport(verdict, readContract()),
        markdownSummary(verdict),
        describeVerdict(verdict, process.stdout),
        JSON.stringify(toReport(verdict)),
      ]
      for (const text of reports) {
        assert.ok(text.includes(words), text)
        assert.doesNotMatch(text, /eeps the contract(?! as far)/)
      }
      assert.match(reports[0] ?? '', /<h1 class="unjudged">/)
      assert.equal(junitReport(verdict).includes('<error message="Nothing may be'), outcome === 'unjudged')
    })
  }
})
