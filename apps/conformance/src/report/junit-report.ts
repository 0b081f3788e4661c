/** JUnit XML: suites for the verdict, each part of the contract with a case for each rule, and the checkers. */
import { type Evidence, partsOf, type Verdict } from '../run/verdict.ts'
import { html as xml, Markup } from './markup.ts'
import { linesOfFinding, showText } from './show-exchange.ts'

/** `junit.xml`. */
export function junitReport(verdict: Verdict): string {
  const { outcome, summary, evidence, checkers, durationMs } = verdict
  const isChecked = testCase(
    'something may be concluded',
    outcome === 'inconclusive' ? ['error', summary] : undefined,
  )
  const rules = partsOf(evidence).map((part) =>
    suite(
      part.title,
      part.evidence.map((one) => ruleCase(one, verdict)),
    ),
  )
  const work = checkers.map(({ name, notReached, failure }) => {
    const skipped = notReached.length > 0 ? (['skipped', notReached.join(' ')] as const) : undefined
    return testCase(name, failure === undefined ? skipped : ['error', failure])
  })
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance" time="${durationMs / 1000}">${suite('verdict', [isChecked])}${rules}${suite('checkers', work)}
</testsuites>
`.text
}

function ruleCase(evidence: Evidence, { contract, known }: Verdict): Markup {
  const { rule, line, place, state, findings, inconclusive } = evidence
  const [first] = findings
  const reasons = known.filter(({ rules }) => rules.includes(rule.id)).map(({ reason }) => reason)
  const why = state === 'known' ? `Known: ${reasons.join(' ')}` : inconclusive.join(' ')
  const skipped = state === 'kept' ? undefined : (['skipped', why] as const)
  return testCase(
    `${rule.id}: ${rule.sentence}`,
    first ? ['failure', rule.sentence, [place, ...linesOfFinding(first)].join('\n')] : skipped,
    xml` file="${contract.name}" line="${line}"`,
  )
}

/** `result`: why it did not pass, for people; without one it did. */
function testCase(
  name: string,
  result?: readonly [kind: 'failure' | 'error' | 'skipped', message: string, text?: string],
  attributes?: Markup,
): Markup {
  const start = xml`
    <testcase classname="conformance" name="${name}"${attributes}>`
  if (result === undefined) return xml`${start}</testcase>`
  const [kind, message, text = ''] = result
  const tag = new Markup(kind)
  return xml`${start}<${tag} message="${showText(message)}">${showText(text, 'lines')}</${tag}></testcase>`
}

function suite(name: string, cases: readonly Markup[]): Markup {
  const count = (kind: string): number => cases.filter(({ text }) => text.includes(`<${kind} `)).length
  return xml`
  <testsuite name="${name}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}">${cases}
  </testsuite>`
}
