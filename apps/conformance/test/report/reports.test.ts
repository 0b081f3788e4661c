/** report.json is what its schema says, and what must be in every report is. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { jsonReport, toReport } from '../../src/report/json-report.ts'
import { checkWith, content, exchange, finding, checker, rules } from '../run/bench.ts'
import { breaking, conforming, lineOf, inconclusive } from './sample-verdict.ts'
import { textsOf } from './texts-of.ts'

describe('report.json', async () => {
  const schema = await readFile(new URL('../../report.schema.json', import.meta.url), 'utf8')
  const ajv = new Ajv({ strict: true, allErrors: true, strictTuples: false })
  const isReport = ajv.compile(JSON.parse(schema))
  for (const [name, verdict] of Object.entries({ conforming, breaking, inconclusive }))
    test(`of a service that is ${name} is what report.schema.json says`, () => {
      assert.equal(isReport(JSON.parse(jsonReport(verdict))), true, ajv.errorsText(isReport.errors))
    })

  test('names for each finding the line, what came, and how to repeat it; bodies that are not text are in base64', () => {
    const findings = toReport(breaking).failures.flatMap((failure) => failure.findings)
    const found = ['limit-caps-the-list', 'limit-without-leading-zero'].map((id) => {
      const { line, curl, exchange: shown } = findings.find(({ rule }) => rule === id) ?? assert.fail(id)
      assert.ok(shown !== undefined && 'body' in shown.response)
      assert.deepEqual([line, curl.startsWith('curl -si')], [lineOf(id), true])
      return shown.response.body
    })
    assert.equal(found[0]?.encoding, 'utf-8')
    assert.deepEqual(found[1], { text: 'W//+AF0=', encoding: 'base64' })
  })
})

/** Sees `b` kept, which forbids something that was not tried. */
const shy = checker('shy', (collector) => {
  for (const { id } of rules) collector.kept(id, collector.record(exchange()))
})

describe('every report says', () => {
  test('of a rule that forbids what was not tried that it was not seen, and why', async () => {
    const verdict = await checkWith([shy])
    assert.deepEqual(verdict.evidence[1]?.inconclusive, ['No request of this run showed it.'])
    const texts = textsOf(verdict)
    for (const [name, words] of Object.entries({
      html: /<details class="rule unseen">/,
      markdown: /3 rules: 2 kept, 0 broken, 1 not seen/,
      terminal: /3 rules: 2 kept, 0 broken, 1 not seen/,
      json: /"id": *"b"[^{}]*"state": *"not seen"/,
      junit: /name="b: [^>]*><skipped/,
    }))
      assert.match(texts[name] ?? '', words, name)
  })
  for (const [atLeast, outcome, words] of [
    [90, 'inconclusive', 'Nothing may be concluded'],
    [60, 'conforms', 'eeps the contract as far as it was checked: 2 of 3 rules'],
  ] as const)
    test(`the same of a service of which much was not seen where at least ${atLeast} % is asked for`, async () => {
      const verdict = await checkWith([shy], { subject: { atLeast } })
      assert.equal(verdict.outcome, outcome)
      const { junit = '', ...texts } = textsOf(verdict)
      for (const text of Object.values(texts)) {
        assert.ok(text.includes(words), text)
        assert.doesNotMatch(text, /eeps the contract(?! as far)/)
      }
      assert.match(
        texts['html'] ?? '',
        new RegExp(`<h1 class="${{ conforms: 'partial', inconclusive: outcome }[outcome]}">`),
      )
      assert.equal(junit.includes('<error message="Nothing may be'), outcome === 'inconclusive')
    })
  test('what a checker did not try, even beside a failure', async () => {
    const what = 'Not reached when the time was up: crowds.'
    const hasty = checker('hasty', (collector) => collector.notReached(what))
    const kept = await checkWith([content, hasty])
    assert.match(kept.summary, /as far as it was checked: .* Not everything was tried\.$/)
    const broken = await checkWith([
      content,
      hasty,
      checker('strict', (collector) => collector.broken(finding('a'))),
    ])
    assert.equal(broken.summary, 'The service breaks the contract: one failure. Not everything was tried.')
    for (const verdict of [kept, broken])
      for (const [name, text] of Object.entries(textsOf(verdict))) assert.ok(text.includes(what), name)
  })
  test('which values could not be made, with the operations, where there are some; and concludes the same', async () => {
    const what = 'No value of #/components/schemas/A was found (pattern).'
    const wordless = checker('wordless', (collector) => {
      for (const operation of ['POST /a', 'PUT /a', 'POST /a']) collector.notMade(what, operation)
    })
    const [whole, partly] = [await checkWith([content]), await checkWith([content, wordless])]
    assert.equal(partly.summary, whole.summary)
    const { junit: _without, ...texts } = textsOf(partly)
    for (const [name, text] of Object.entries(texts))
      assert.ok(text.includes(`${what} (POST /a, PUT /a)`), name)
    for (const [name, text] of Object.entries(textsOf(whole)))
      assert.doesNotMatch(text, /values (?:that it did )?not try|values not tried/i, name)
  })
})
