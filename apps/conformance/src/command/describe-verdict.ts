/** The verdict for a person at a terminal: plain and short. */
import { styleText } from 'node:util'
import { contractPath } from '../contract/contract-lines.ts'
import { showCaller } from '../report/show-exchange.ts'
import { showText } from '../report/show-octets.ts'
import { countRules, type Failure, isMuchUnseen, type Verdict } from '../court/verdict.ts'
import type { MaybeTerminal } from './surroundings.ts'

/** So many failures are told; the reports have them all. */
const maxFailures = 10

const styles = { conforms: 'green', breaks: 'red', unjudged: 'yellow' } as const

/** The verdict first, then each failure, then what was not seen, and how it was judged. Ends with a line end. */
export function describeVerdict(verdict: Verdict, stdout: MaybeTerminal): string {
  const { outcome, summary, failures, evidence, unseen } = verdict
  const lines = new Map(evidence.map(({ rule, line }) => [rule.id, line]))
  const told = failures.slice(0, maxFailures).map((failure, index) => tell(failure, index + 1, lines))
  const more = failures.length - told.length
  const style = outcome === 'conforms' && isMuchUnseen(evidence) ? 'yellow' : styles[outcome]
  const title = styleText(['bold', style], showText(summary), { stream: stdout })
  return [
    title,
    ...told,
    ...(more > 0 ? [`… and ${more} failures more; --report DIR has them all.`] : []),
    ...(outcome !== 'unjudged' && unseen.length > 0 ? [tellUnseen(unseen)] : []),
    ...tellFailedJudges(verdict),
    describeRun(verdict),
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}

function tell(
  { headline, rules, findings }: Failure,
  number: number,
  lines: ReadonlyMap<string, number>,
): string {
  const [first] = findings
  const judges = [...new Set(findings.map(({ judge }) => judge))].join(', ')
  const [main = '', ...others] = rules
  const place = `${contractPath}:${lines.get(main) ?? 1}`
  const parts = [
    `${number}. ${headline}`,
    `   ${place}  ${main}${others.length > 0 ? ` and ${others.length} more` : ''}  (${judges})`,
    ...(first?.exchange === undefined ? [] : [`   asked by ${showCaller(first.exchange)}`]),
    ...(first === undefined ? [] : [`   came  ${indent(first.came)}`, `   due   ${indent(first.due)}`]),
    ...(first === undefined || first.curl === '' ? [] : [`   ${showText(first.curl, 'lines')}`]),
  ]
  return parts.join('\n')
}

const indent = (text: string): string => showText(text, 'lines').trim().replaceAll('\n', '\n         ')

function tellUnseen(unseen: readonly string[]): string {
  return ['Not seen:', ...unseen.map((text) => `   ${showText(text)}`)].join('\n')
}

/** One of them is in the first line already where nothing may be concluded. */
function tellFailedJudges({ judges, summary }: Verdict): readonly string[] {
  const failed = judges.filter(({ failure = '' }) => failure !== '' && !summary.includes(failure))
  return failed.map(({ name, failure = '' }) => `${name} could not judge: ${showText(failure, 'lines')}`)
}

function describeRun({ subject, judges, evidence, durationMs }: Verdict): string {
  const requests = judges.reduce((sum, { exchanges }) => sum + exchanges, 0)
  return [
    subject.url,
    `${evidence.length} rules${subject.only === 'given' ? ' of the given contract' : ''}: ${countRules(evidence, 'kept')} kept, ${countRules(evidence, 'broken')} broken, ${countRules(evidence, 'not seen')} not seen`,
    `${requests.toLocaleString('en')} requests in ${(durationMs / 1000).toFixed(1)} s`,
    `budget ${subject.budget}, seed ${subject.seed}`,
  ].join(' · ')
}
