/** The verdict for a person, at a terminal and on the page of a job: plain and short. */
import type { Writable } from 'node:stream'
import { stripVTControlCharacters, styleText } from 'node:util'
import { countStates, describeStates, type Failure, partsOf, type Verdict } from '../run/verdict.ts'
import type { Finding } from '../run/checker.ts'
import { showText } from './show-exchange.ts'
import { budgetMs } from '../subject.ts'

/** At most this many failures are shown; the reports have them all. */
const maxFailures = 10

const styles = { conforms: 'green', partial: 'yellow', breaks: 'red', inconclusive: 'yellow' } as const

/** The verdict, each failure, the contract part by part, and how it was checked; in colours if the terminal has them. */
export function describeVerdict(verdict: Verdict, stdout: Writable): string {
  const { shown, summary, failures, untriedValues, unseen, checkers } = verdict
  const told = failures.slice(0, maxFailures).map((failure, index) => tell(failure, index + 1))
  const more = failures.length - told.length
  const wasAsked = checkers.some(({ exchanges }) => exchanges > 0)
  return [
    styleText(['bold', styles[shown]], showText(summary), { stream: stdout }),
    ...told,
    ...(more > 0 ? [`… and ${more} more; --report DIR writes them all.`] : []),
    ...listed('Known failures', describeKnown(verdict)),
    ...(wasAsked ? [describeParts(verdict, stdout), ...listed('Not seen', unseen)] : []),
    ...listed('Values not tried', untriedValues),
    ...describeFailedCheckers(verdict),
    describeRun(verdict),
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}

function tell({ headline, rules, findings, place }: Failure, number: number): string {
  const [main = '', ...others] = rules
  const shown = findings
    .slice(0, 1)
    .flatMap(({ came, due, curl }) => [
      `   got       ${indent(came)}`,
      `   expected  ${indent(due)}`,
      `   ${showText(curl, 'lines')}`,
    ])
  return [
    `${number}. ${headline}`,
    `   ${place}  ${main}${others.length > 0 ? ` and ${others.length} more` : ''}  (${checkersOf(findings)})`,
    ...shown,
  ].join('\n')
}

/** Who found it. */
export const checkersOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ checker }) => checker))].join(', ')

const indent = (text: string): string => showText(text, 'lines').trim().replaceAll('\n', '\n             ')

/** How each state is shown; the signs differ in shape, not only in colour. */
const looks = [
  ['broken', 'red', '✕'],
  ['known', 'yellow', '▒'],
  ['not seen', 'yellow', '░'],
  ['kept', 'green', '█'],
] as const

/** A line for each part of the contract, with a sign for each of its rules. */
function describeParts({ evidence, contract }: Verdict, stream: Writable): string {
  const parts = partsOf(evidence)
  const width = Math.max(...parts.map(({ title }) => title.length))
  const rows = parts.map(({ title, evidence: own }) => {
    const counts = countStates(own)
    const shown = looks.filter(([state]) => counts[state] > 0)
    const bar = shown.map(([state, colour, sign]) =>
      styleText(colour, sign.repeat(counts[state]), { stream }),
    )
    const trouble = shown
      .filter(([state]) => state !== 'kept')
      .map(([state, colour]) => styleText(colour, `${counts[state]} ${state}`, { stream }))
    return `   ${title.padEnd(width)}  ${[bar.join(''), ...trouble].join('  ')}`
  })
  const isKnown = countStates(evidence).known > 0
  const legend = looks
    .filter(([state]) => isKnown || state !== 'known')
    .map(([state, , sign]) => `${sign} ${state}`)
  return [`${showText(contract.name)}, part by part: ${legend.join('  ')}`, ...rows].join('\n')
}

/** What the baseline accepts, with its reasons, and which of its entries do nothing. */
export const describeKnown = ({ known, stale }: Verdict): readonly string[] => [
  ...known.map(
    ({ rules, reason, until }) =>
      `${rules.join(', ')}: ${reason}${until === undefined ? '' : ` (until ${until})`}`,
  ),
  ...stale,
]

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [[`${title}:`, ...lines.map((line) => `   ${showText(line)}`)].join('\n')]

/** Where nothing may be concluded, the first line may already name one of them. */
function describeFailedCheckers({ checkers, summary }: Verdict): readonly string[] {
  const failed = checkers.filter(({ failure = '' }) => failure !== '' && !summary.includes(failure))
  return failed.map(({ name, failure = '' }) => `${name} could not check: ${showText(failure, 'lines')}`)
}

/** How it was checked, on one line. */
export function describeRun({ subject, checkers, evidence, durationMs }: Verdict): string {
  const { budget, timeMs } = subject
  const requests = checkers.reduce((sum, { exchanges }) => sum + exchanges, 0)
  return [
    subject.url,
    `${evidence.length} rules${subject.only === 'given' ? ' of the given contract' : ''}: ${describeStates(evidence)}`,
    `${requests.toLocaleString('en')} requests in ${(durationMs / 1000).toFixed(1)} s`,
    `budget ${budget}${timeMs === budgetMs[budget] ? '' : ` in ${timeMs / 60_000} min`}, seed ${subject.seed}`,
    ...(subject.rate === undefined ? [] : [`at most ${subject.rate} requests a second`]),
    ...(subject.isInsecure === true ? ['certificates not verified'] : []),
  ].join(' · ')
}

const marks = { conforms: '✅', partial: '☑️', breaks: '❌', inconclusive: '⚠️' } as const

/** `summary.md`. Nothing that a service answers can end the block, which has a longer fence than any in it. */
export function markdownSummary(verdict: Verdict): string {
  const text = stripVTControlCharacters(describeVerdict(verdict, process.stdout))
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `## ${marks[verdict.shown]} Conformance\n\n${fence}text\n${text}${fence}\n`
}
