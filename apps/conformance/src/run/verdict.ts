/** The result of a check: the one value that every report is made from. */
import type { Exchange } from '../exchange.ts'
import type { Finding } from './checker.ts'
import type { Told } from './collector.ts'
import type { Rule } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'

/** Where a rule stands. */
export interface Place {
  /** The document or a file that it refers to, and the line, counted from 1. */
  readonly file: string
  readonly line: number
  /** Such as `contracts/openapi.yaml:7`, or the clause of an RFC where the document is silent. */
  readonly place: string
}

/** What was seen of one rule. */
export interface Evidence extends Place {
  readonly rule: Rule
  readonly state: RuleState
  /** Whether the run could have shown it: what the rule needs was known, and no checker said why it can't be seen. */
  readonly isDue: boolean
  readonly kept: number
  /** How often a request of ours broke it and was refused; undefined for rules that a request can't break. */
  readonly refused: number | undefined
  /** The breaches: of each operation, each checker tells a few. */
  readonly findings: readonly Finding[]
  /** Those that the baseline accepts. */
  readonly known: readonly Finding[]
  /** Why it was not checked, or not fully; empty when it was. */
  readonly inconclusive: readonly string[]
  /** One exchange that shows the rule kept, and one that shows a breach of it refused. */
  readonly examples: readonly Exchange[]
}

/** The result for one rule. One that forbids is kept when what it forbids was tried and refused. */
export type RuleState = 'kept' | 'broken' | 'known' | 'not seen'

/** How many rules are in each state. */
export function countStates(evidence: readonly Evidence[]): Readonly<Record<RuleState, number>> {
  const counts = { kept: 0, broken: 0, known: 0, 'not seen': 0 }
  for (const { state } of evidence) counts[state] += 1
  return counts
}

/** The same in words, such as `90 kept, 3 broken, 0 not seen`; most checks know of no failure. */
export const describeStates = (evidence: readonly Evidence[]): string =>
  Object.entries(countStates(evidence))
    .filter(([state, count]) => state !== 'known' || count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')

/** All rules by part of the contract, in the order of the document. */
export function partsOf(
  evidence: readonly Evidence[],
): readonly { readonly title: string; readonly evidence: readonly Evidence[] }[] {
  const inOrder = evidence.toSorted((one, other) => one.line - other.line)
  return [...Map.groupBy(inOrder, ({ rule }) => rule.part)].map(([title, own]) => ({ title, evidence: own }))
}

/** Findings with one root cause, reported once, with the place of the first rule. */
export interface Failure extends Place {
  readonly headline: string
  readonly rules: readonly string[]
  readonly findings: readonly Finding[]
}

/** One entry of a baseline. */
export interface KnownFailure {
  /** The id of a rule, in which a star stands for any text. */
  readonly rule: string
  /** The only operation for which it is known, such as `listPets` or `GET /pets`. */
  readonly operation?: string
  readonly reason: string
  /** The last day on which it is accepted, such as `2027-01-31` (UTC). */
  readonly until?: string
}

/** How one checker fared. */
export interface CheckerReport extends Readonly<Told> {
  readonly name: string
  readonly durationMs: number
  /** Set when it could not do its work. */
  readonly failure?: string
}

/** `conforms`: exit 0. `breaks`: exit 1. `inconclusive`: exit 2, nothing may be concluded. */
export interface Verdict {
  readonly outcome: 'conforms' | 'breaks' | 'inconclusive'
  /** As it is shown; `partial`: it conforms, but something that could have been seen was not, or was left untried, or out. */
  readonly shown: Verdict['outcome'] | 'partial'
  /** One sentence. */
  readonly summary: string
  readonly subject: Omit<Subject, 'callers' | 'refused' | 'fields' | 'values' | 'timeMs' | 'atLeast'> & {
    /** How long the check could take. */
    readonly timeMs: number
    /** In percent: what had to be seen of what the run could show. */
    readonly atLeast: number
    readonly callers: number
    readonly refusedTokens: number
  }
  readonly contract: { readonly name: string; readonly version: string }
  readonly startedAt: Date
  readonly durationMs: number
  readonly checkers: readonly CheckerReport[]
  readonly evidence: readonly Evidence[]
  readonly failures: readonly Failure[]
  /** The failures that were seen and that the baseline accepts, with its reasons. */
  readonly known: readonly (KnownFailure & Pick<Failure, 'rules' | 'findings'>)[]
  /** What the baseline says for nothing, one sentence each. */
  readonly stale: readonly string[]
  /** What was not tried of parameters and bodies, since no value could be made, one sentence each. */
  readonly untriedValues: readonly string[]
  /** What the run did not see, one sentence each. */
  readonly unseen: readonly string[]
}
