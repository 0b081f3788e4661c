/** The evidence for one rule, and what is missing in it. */
import type { Contract } from '../contract/contract-lines.ts'
import type { Seen } from './court.ts'
import type { Rule } from '../rules/rule.ts'
import type { Subject } from '../subject.ts'
import { type Evidence, stateOf } from './verdict.ts'

/** What was seen of a rule, with its line, and why it was not judged where it was not. */
export function weighRule(rule: Rule, seen: Seen, subject: Subject, contract: Contract): Evidence {
  const { kept, refused, broken, findings, reasons, keptBy, refusedBy } = seen
  const counts =
    rule.kind === 'refusable'
      ? { kept, refused, broken }
      : { kept: kept + refused, refused: undefined, broken }
  const isUnseen = stateOf(counts) === 'not seen'
  return {
    rule,
    line: contract.lineOf(rule),
    ...counts,
    findings,
    unjudged: [...(isUnseen ? orElse(reasons, whyNot(rule, subject)) : reasons)],
    examples: [keptBy, refusedBy].filter((example) => example !== undefined),
  }
}

function orElse(reasons: ReadonlySet<string>, reason: string): ReadonlySet<string> {
  return reasons.size > 0 ? reasons : new Set([reason])
}

/** What would have been needed, if it was not there. */
function whyNot({ needs }: Rule, { callers }: Subject): string {
  const known = callers.filter(({ plants }) => plants !== undefined).length
  if (needs !== 'nothing' && callers.length === 0) return 'No accepted token is known.'
  if ((needs === 'world' || needs === 'two callers') && known === 0)
    return 'The plants that are due are not known: no world was given.'
  if (needs === 'two callers' && known < 2) return 'The plants of two callers are not known.'
  return 'No request of this run showed it.'
}

/** One sentence for each reason, with the rules it kept from being judged. */
export function explainGaps(evidence: readonly Evidence[]): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const { rule, unjudged } of evidence) {
    for (const reason of unjudged) byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id])
  }
  return [...byReason].map(([reason, names]) => `${reason} (${names.join(', ')})`)
}
