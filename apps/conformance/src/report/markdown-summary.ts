/** A summary in Markdown, as job pages show it: the verdict, and below it what the terminal shows. */
import { stripVTControlCharacters } from 'node:util'
import { shownOutcome, type Verdict } from '../run/verdict.ts'
import { describeVerdict } from './describe-verdict.ts'

const marks = { conforms: '✅', partial: '☑️', breaks: '❌', inconclusive: '⚠️' } as const

/** `summary.md`. Nothing that a service answers can end the block, which has a longer fence than any in it. */
export function markdownSummary(verdict: Verdict): string {
  const text = stripVTControlCharacters(describeVerdict(verdict, process.stdout))
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `## ${marks[shownOutcome(verdict)]} Conformance\n\n${fence}text\n${text}${fence}\n`
}
