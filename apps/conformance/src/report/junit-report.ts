/** JUnit XML: a suite for every part of the contract with a test case for every rule, a case for every judge, and one for whether anything may be concluded at all. */
import { contractPath } from '../contract/contract-lines.ts'
import { type Evidence, type JudgeReport, partsOf, stateOf, type Verdict } from '../court/verdict.ts'
import { escapeXml } from './escape-xml.ts'
import { showCaller } from './show-exchange.ts'
import { showText } from './show-octets.ts'

/** `junit.xml`. */
export function junitReport(verdict: Verdict): string {
  const suites = [
    suite('verdict', [verdictCase(verdict)], verdict),
    ...partsOf(verdict.evidence).map(({ title, evidence }) =>
      suite(
        title,
        evidence.map((one) => ruleCase(one)),
        verdict,
      ),
    ),
    suite(
      'judges',
      verdict.judges.map((judge) => judgeCase(judge)),
      verdict,
    ),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="conformance">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

/** One test case: its element, and the one thing that may have happened to it. */
interface TestCase {
  readonly attributes: Readonly<Record<string, string>>
  readonly result?: {
    readonly kind: 'failure' | 'error' | 'skipped'
    readonly message: string
    readonly text: string
  }
}

function verdictCase({ outcome, summary }: Verdict): TestCase {
  const attributes = { name: 'something may be concluded', classname: 'verdict' }
  return outcome === 'unjudged'
    ? { attributes, result: { kind: 'error', message: summary, text: '' } }
    : { attributes }
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
    const asked = first.exchange === undefined ? [] : [`Asked by ${showCaller(first.exchange)}`]
    const text = [
      ...asked,
      `Came: ${first.came}`,
      `Due: ${first.due}`,
      `Line: ${contractPath}:${line}`,
      first.curl,
    ]
    return { attributes, result: { kind: 'failure', message: rule.sentence, text: text.join('\n') } }
  }
  return stateOf(evidence) === 'not seen'
    ? { attributes, result: { kind: 'skipped', message: unjudged.join(' '), text: '' } }
    : { attributes }
}

function judgeCase({ name, durationMs, notReached, failure }: JudgeReport): TestCase {
  const attributes = { name, classname: 'judges', time: seconds(durationMs) }
  if (failure !== undefined) return { attributes, result: { kind: 'error', message: failure, text: '' } }
  return notReached.length > 0
    ? { attributes, result: { kind: 'skipped', message: notReached.join(' '), text: '' } }
    : { attributes }
}

function suite(name: string, cases: readonly TestCase[], { startedAt, durationMs }: Verdict): string {
  const count = (kind: string): string => String(cases.filter(({ result }) => result?.kind === kind).length)
  const attributes = {
    name,
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(durationMs),
    timestamp: startedAt.toISOString().slice(0, 19),
  }
  return [`  <testsuite${write(attributes)}>`, ...cases.map((one) => element(one)), '  </testsuite>'].join(
    '\n',
  )
}

function element({ attributes, result }: TestCase): string {
  if (result === undefined) return `    <testcase${write(attributes)}/>`
  const { kind, message, text } = result
  const inner = `<${kind}${write({ message: showText(message) })}>${escapeXml(showText(text, 'lines'))}</${kind}>`
  return `    <testcase${write(attributes)}>${inner}</testcase>`
}

function write(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)
