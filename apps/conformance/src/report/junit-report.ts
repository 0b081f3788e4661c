/** JUnit XML: suites for the verdict, the judges, and each part of the contract, with a case for each rule. */
import { contractPath } from '../contract/contract-lines.ts'
import { type Evidence, type JudgeReport, partsOf, stateOf, type Verdict } from '../court/verdict.ts'
import { html as xml, Markup } from './markup.ts'
import { linesOfFinding } from './show-exchange.ts'
import { showText } from './show-octets.ts'

/** `junit.xml`. */
export function junitReport(verdict: Verdict): string {
  const { evidence, judges } = verdict
  const suites = [
    suite('verdict', [verdict], verdictCase, verdict),
    ...partsOf(evidence).map((part) => suite(part.title, part.evidence, ruleCase, verdict)),
    suite('judges', judges, judgeCase, verdict),
  ]
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance">${suites}
</testsuites>
`.text
}

/** One test case: the attributes of its element, and its result, unless it passed. */
interface TestCase {
  readonly attributes: Readonly<Record<string, string>>
  readonly result?: readonly [kind: 'failure' | 'error' | 'skipped', message: string, text?: string]
}

function verdictCase({ outcome, summary }: Verdict): TestCase {
  const attributes = { name: 'something may be concluded', classname: 'verdict' }
  return outcome === 'unjudged' ? { attributes, result: ['error', summary] } : { attributes }
}

function ruleCase(evidence: Evidence): TestCase {
  const { rule, line, findings, unjudged } = evidence
  const attributes = {
    name: `${rule.id}: ${rule.sentence}`,
    classname: `contract.${rule.origin}`,
    file: contractPath,
    line: String(line),
  }
  const [first] = findings
  if (first !== undefined) {
    const text = [`Line: ${contractPath}:${line}`, ...linesOfFinding(first)]
    return { attributes, result: ['failure', rule.sentence, text.join('\n')] }
  }
  return stateOf(evidence) === 'not seen'
    ? { attributes, result: ['skipped', unjudged.join(' ')] }
    : { attributes }
}

function judgeCase({ name, durationMs, notReached, failure }: JudgeReport): TestCase {
  const attributes = { name, classname: 'judges', time: seconds(durationMs) }
  if (failure !== undefined) return { attributes, result: ['error', failure] }
  return notReached.length > 0 ? { attributes, result: ['skipped', notReached.join(' ')] } : { attributes }
}

function suite<Told>(
  name: string,
  told: readonly Told[],
  toCase: (one: Told) => TestCase,
  { startedAt, durationMs }: Verdict,
): Markup {
  const cases = told.map((one) => toCase(one))
  const count = (kind: string): string => String(cases.filter(({ result }) => result?.[0] === kind).length)
  const attributes = {
    name,
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(durationMs),
    timestamp: startedAt.toISOString().slice(0, 19),
  }
  return xml`
  <testsuite${write(attributes)}>${cases.map((one) => element(one))}
  </testsuite>`
}

function element({ attributes, result }: TestCase): Markup {
  if (result === undefined)
    return xml`
    <testcase${write(attributes)}/>`
  const [kind, message, text = ''] = result
  const tag = new Markup(kind)
  return xml`
    <testcase${write(attributes)}><${tag} message="${showText(message)}">${showText(text, 'lines')}</${tag}></testcase>`
}

const write = (attributes: TestCase['attributes']): readonly Markup[] =>
  Object.entries(attributes).map(([name, value]) => xml` ${name}="${value}"`)

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)
