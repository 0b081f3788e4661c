/** JUnit XML: suites for the verdict, each part of the contract with a case for each rule, and the checkers. */
import { type Evidence, type CheckerReport, partsOf, type Verdict } from '../run/verdict.ts'
import { html as xml, Markup } from './markup.ts'
import { linesOfFinding } from './show-exchange.ts'
import { showText } from './show-bytes.ts'

/** `junit.xml`. */
export function junitReport(verdict: Verdict): string {
  const { outcome, summary, evidence, checkers } = verdict
  const reasonsFor = (id: string): readonly string[] =>
    verdict.known.filter(({ rules }) => rules.includes(id)).map(({ reason }) => reason)
  const isChecked = testCase('something may be concluded', outcome === 'inconclusive' && ['error', summary])
  const suites = [
    ['verdict', [isChecked]] as const,
    ...partsOf(evidence).map(
      (part) =>
        [
          part.title,
          part.evidence.map((one) => ruleCase(one, verdict.contract.name, reasonsFor(one.rule.id))),
        ] as const,
    ),
    ['checkers', checkers.map((checker) => checkCase(checker))] as const,
  ]
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance" time="${verdict.durationMs / 1000}">${suites.map(([name, cases]) => suite(name, cases))}
</testsuites>
`.text
}

/** Why a case did not pass, for people; without one, or with `false`, it did. */
type Result = readonly [kind: 'failure' | 'error' | 'skipped', message: string, text?: string] | false

/** `reasons`: those of the baseline for the failures that it accepts. */
function ruleCase(evidence: Evidence, file: string, reasons: readonly string[]): Markup {
  const { rule, line, place, state, findings, inconclusive } = evidence
  const [first] = findings
  const reason = state === 'known' ? `Known: ${reasons.join(' ')}` : inconclusive.join(' ')
  const isSkipped = (state === 'known' || state === 'not seen') && (['skipped', reason] as const)
  return testCase(
    `${rule.id}: ${rule.sentence}`,
    first ? ['failure', rule.sentence, [place, ...linesOfFinding(first)].join('\n')] : isSkipped,
    xml` file="${file}" line="${line}"`,
  )
}

const checkCase = ({ name, notReached, failure }: CheckerReport): Markup =>
  testCase(
    name,
    failure === undefined ? notReached.length > 0 && ['skipped', notReached.join(' ')] : ['error', failure],
  )

function testCase(name: string, result: Result, attributes?: Markup): Markup {
  const start = xml`
    <testcase classname="conformance" name="${name}"${attributes}>`
  if (result === false) return xml`${start}</testcase>`
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
