/** A summary in Markdown, as job pages show it. */
import { contractPath } from '../contract/document.ts'
import { type Failure, headingOf, isPartial, linesOf, type Verdict } from '../court/verdict.ts'
import { describeBudget } from '../subject.ts'
import { countStates, legend, summarizeParts } from './parts.ts'
import { showCaller } from './show-exchange.ts'
import { showText } from './show-octets.ts'

const marks: Readonly<Record<Verdict['outcome'], string>> = { conforms: '✅', breaks: '❌', unjudged: '⚠️' }

/** Job pages refuse more than a mebibyte, and nobody reads that many failures. */
const maxFailures = 20

/** `summary.md`. */
export function markdownSummary(verdict: Verdict): string {
  const { outcome, summary, subject, failures, judges, evidence, unseen } = verdict
  const counts = countStates(evidence)
  const more = failures.length - maxFailures
  const lineOf = linesOf(verdict)
  return [
    `## ${outcome === 'conforms' && isPartial(verdict) ? '☑️' : marks[outcome]} ${headingOf(verdict)}`,
    plain(summary),
    `${counts.kept} rules kept, ${counts.broken} broken, ${counts['not seen']} not seen.`,
    ...failures.slice(0, maxFailures).map((failure) => tell(failure, lineOf)),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    partsTable(evidence),
    ...tellUnseen(unseen),
    [
      '| Judge | Requests | Seconds | |',
      '| --- | --: | --: | --- |',
      ...judges.map((judge) => row(judge)),
    ].join('\n'),
    `${code(subject.url)}, budget ${describeBudget(subject)}, seed ${subject.seed}, ${subject.only === 'given' ? 'the given contract alone' : 'the whole contract'} ${verdict.contractVersion}.`,
    '',
  ].join('\n\n')
}

function tell({ headline, rules, findings }: Failure, lineOf: ReturnType<typeof linesOf>): string {
  const places = rules.map((rule) => `${code(rule)} (${contractPath}:${lineOf(rule)})`)
  const [first] = findings
  const asked = first?.exchange === undefined ? [] : [`Sent by ${plain(showCaller(first.exchange))}`]
  const shown = first === undefined ? [] : [...asked, `Got: ${plain(first.came)}`, `Due: ${plain(first.due)}`]
  return [
    `### ${plain(headline)}`,
    places.join(', '),
    ...shown,
    ...(first === undefined ? [] : [fence(first.curl)]),
  ].join('\n\n')
}

/** The contract part by part. */
function partsTable(evidence: Verdict['evidence']): string {
  return [
    '| Part of the contract | Kept | Broken | Not seen | |',
    '| --- | --: | --: | --: | --- |',
    ...summarizeParts(evidence).map(
      ({ title, counts, bar }) =>
        `| ${plain(title)} | ${counts.kept} | ${counts.broken} | ${counts['not seen']} | ${bar.map(([, signs]) => signs).join('')} |`,
    ),
    `| | | | | ${legend} |`,
  ].join('\n')
}

function row({ name, exchanges, durationMs, notReached, failure }: Verdict['judges'][number]): string {
  const result = failure ?? (notReached.length > 0 ? 'not everything was tried' : '')
  return `| ${plain(name)} | ${exchanges} | ${(durationMs / 1000).toFixed(1)} | ${plain(result)} |`
}

function tellUnseen(unseen: readonly string[]): readonly string[] {
  if (unseen.length === 0) return []
  const list = unseen.map((text) => `- ${plain(text)}`).join('\n')
  return [`### Not seen\n\n${list}`]
}

/** The text on one line, with nothing in it that is markup. */
function plain(text: string): string {
  return showText(text)
    .replaceAll(/[\\`*_{}[\]#|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}

/** A code span, fenced by more backticks than it has in a row. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  return `${ticks}${text.startsWith('`') ? ' ' : ''}${showText(text)}${text.endsWith('`') ? ' ' : ''}${ticks}`
}

function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}sh\n${showText(text, 'lines')}\n${ticks}`
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
