/** Makes the one verdict out of all that the checkers saw. */
import type { Contract } from '../contract/document.ts'
import type { Rule } from '../rules/rules.ts'
import { type Subject, timeOf, usualAtLeast } from '../subject.ts'
import type { Baseline } from './baseline.ts'
import type { Collected } from './collector.ts'
import { findFailures } from './failures.ts'
import {
  countOf,
  countRules,
  type Evidence,
  type Failure,
  isPartial,
  type CheckerReport,
  type RuleState,
  type Verdict,
} from './verdict.ts'

/** All that the verdict is drawn from. */
export interface Facts {
  readonly collected: Collected
  readonly checkers: readonly CheckerReport[]
  readonly subject: Subject
  readonly contract: Contract
  readonly baseline: Baseline | undefined
  /** What was left out on request, one sentence each. */
  readonly leftOut: readonly string[]
  readonly startedAt: Date
  /** Why the service gave no response, at the beginning or at the end. */
  readonly noResponse: string | undefined
  /** The status with which all tokens were refused, if that is blamed on the tokens. */
  readonly refusedWith: number | undefined
  readonly interrupted: boolean
}

/** Any finding decides. Without one, nothing may be concluded if anything kept a checker from checking. */
export function giveVerdict(facts: Facts): Verdict {
  const { collected, checkers, subject, contract, startedAt } = facts
  const evidence = collected.rules.map((rule) => evidenceFor(rule, facts))
  const failures = findFailures(
    collected.rules,
    evidence.flatMap(({ findings }) => findings),
    subject.callers.flatMap(({ fields = [], query = [] }) => [
      ...fields.map(([name]) => name.toLowerCase()),
      ...query.map(([name]) => name),
    ]),
  )
  const { atLeast = usualAtLeast } = subject
  const known = facts.baseline?.seenIn(evidence) ?? []
  const obstacle = findObstacle(facts) ?? findGap(facts, evidence, atLeast)
  const { callers, refused, fields: _fields, values: _values, leftOut: _leftOut, ...told } = subject
  return {
    outcome: failures.length > 0 ? 'breaks' : obstacle === undefined ? 'conforms' : 'inconclusive',
    summary: summarize(failures, obstacle, { evidence, checkers, known, leftOut: facts.leftOut }),
    subject: {
      ...told,
      timeMs: timeOf(subject),
      atLeast,
      callers: callers.length,
      refusedTokens: refused.length,
    },
    contract: { name: contract.name, version: contract.version, lines: contract.lines },
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    checkers,
    evidence,
    failures,
    known,
    stale: checkers.length === 0 ? [] : (facts.baseline?.staleIn(evidence) ?? []),
    leftOut: facts.leftOut,
    untriedValues: collected.notMade,
    unseen: [
      ...facts.leftOut,
      ...checkers.flatMap(({ name, notReached }) => notReached.map((what) => `${name}: ${what}`)),
      ...explainGaps(evidence),
      ...(collected.exchanges > 0 ? collected.coverage.unseen : []),
    ],
  }
}

/** What was seen of a rule, with its place, and why it was not checked if it was not. */
function evidenceFor(rule: Rule, { collected, subject, contract, baseline }: Facts): Evidence {
  const { kept, refused, reasons, keptBy, refusedBy, findings: all } = collected.seenOf(rule.id)
  // Where there is a limit, any finding may be a consequence.
  const counted = collected.limit.sentence === undefined ? all : []
  const { known = [], findings = [] } = Object.groupBy(counted, (finding) =>
    baseline?.entryFor(finding) === undefined ? 'findings' : 'known',
  )
  const isRefusable = rule.kind === 'refusable'
  const counts = isRefusable ? { kept, refused } : { kept: kept + refused, refused: undefined }
  const isSeen = (isRefusable ? refused : kept + refused) > 0
  const state = stateIn(findings.length > 0, known.length > 0, isSeen)
  const isUnseen = state === 'not seen'
  const lack = lackFor(rule, subject)
  return {
    rule,
    part: contract.partOf(rule),
    ...placeOf(rule, contract),
    isDue: !isUnseen || (reasons.size === 0 && lack === undefined),
    state,
    ...counts,
    findings,
    known,
    inconclusive:
      isUnseen && reasons.size === 0 ? [lack ?? 'No request of this run showed it.'] : [...reasons],
    examples: [keptBy, refusedBy].filter((example) => example !== undefined),
  }
}

const stateIn = (isBroken: boolean, isKnown: boolean, isSeen: boolean): RuleState =>
  isBroken ? 'broken' : isKnown ? 'known' : isSeen ? 'kept' : 'not seen'

/** What the rule needs and is not known, as a sentence. */
function lackFor({ needs, layer }: Rule, { callers }: Subject): string | undefined {
  const known = callers.filter(({ plants }) => plants !== undefined).length
  if (needs === 'occasion') return 'No response gave occasion for it.'
  if (needs !== 'nothing' && callers.length === 0) return 'No accepted token is known.'
  // Only a profile knows what callers are to see.
  if (layer !== 'profile')
    return needs === 'two callers' && callers.length < 2 ? 'It takes two callers.' : undefined
  if (needs === 'two callers' && known < 2) return 'It takes two callers whose plants are known.'
  if (needs === 'world' && known === 0) return 'It takes a caller whose plants are known.'
  return undefined
}

/** Where a rule stands: a file, a line of it, counted from 1, and the same for people. */
export function placeOf(rule: Rule, contract: Contract): Pick<Evidence, 'file' | 'line' | 'place'> {
  const line = contract.lineOf(rule)
  const file = contract.fileOf?.(rule) ?? contract.name
  return { file, line, place: rule.pointer === '' ? (rule.source ?? file) : `${file}:${line}` }
}

/** One sentence for each reason, with the rules it kept from being checked. */
function explainGaps(evidence: readonly Evidence[]): readonly string[] {
  const gaps = evidence.flatMap(({ rule, inconclusive }) =>
    inconclusive.map((reason) => [reason, rule.id] as const),
  )
  return [...Map.groupBy(gaps, ([reason]) => reason)].map(
    ([reason, own]) => `${reason} (${own.map(([, id]) => id).join(', ')})`,
  )
}

/** Why nothing may be concluded, as a sentence; undefined where something may. */
function findObstacle(facts: Facts): string | undefined {
  const { collected, checkers, subject, noResponse, interrupted } = facts
  const failed = checkers.find(({ failure }) => failure !== undefined)
  if (interrupted) return 'The check was interrupted.'
  if (collected.limit.sentence !== undefined) return collected.limit.sentence
  if (noResponse !== undefined) return noResponse
  if (facts.refusedWith !== undefined) return explainRefusal(subject.callers.length, facts.refusedWith)
  if (failed !== undefined) return `${failed.name} could not check: ${failed.failure ?? ''}`
  if (collected.exchanges === 0) return 'No request was made: there is nothing to conclude from.'
  return undefined
}

/** Why so little was tried that the absence of breaches says nothing, as a sentence. */
function findGap(
  { collected, subject }: Facts,
  evidence: readonly Evidence[],
  atLeast: number,
): string | undefined {
  if (atLeast === 0) return undefined
  const { coverage, untried } = collected
  if (coverage.unsuccessful.length > 0) {
    const advice = subject.callers.length === 0 ? ' Give a token that the service accepts.' : ''
    return `Nothing may be concluded: no request for ${coverage.unsuccessful.join(', ')} was answered with success.${advice}`
  }
  const due = evidence.filter(({ isDue }) => isDue)
  const kept = countRules(due, 'kept')
  if ((kept + countRules(due, 'known')) * 100 < due.length * atLeast) {
    return `Nothing may be concluded: only ${kept} of the ${due.length} rules that this run could show were seen kept, less than ${atLeast} %.`
  }
  return (1 - untried) * 100 < atLeast
    ? `Nothing may be concluded: only ${Math.round((1 - untried) * 100)} % of what is tried was tried, less than ${atLeast} %. Give the check more --minutes.`
    : undefined
}

function explainRefusal(count: number, status: number): string {
  return count === 1
    ? `The token given was not accepted (${status}). Give one that is.`
    : `None of the ${count} tokens given was accepted (${status}). Give some that are.`
}

function summarize(
  failures: readonly Failure[],
  obstacle: string | undefined,
  { evidence, checkers, known, leftOut }: Pick<Verdict, 'evidence' | 'checkers' | 'known' | 'leftOut'>,
): string {
  const isWhole = checkers.every(({ notReached }) => notReached.length === 0)
  const more = `${isWhole ? '' : ' Not everything was tried.'}${leftOut.length === 0 ? '' : ' Some was left out on request.'}`
  const knownOnes = known.length === 0 ? '' : countOf(known.length, 'known failure')
  if (failures.length > 0) {
    const beside = knownOnes === '' ? '' : `, besides ${knownOnes}`
    return `The service breaks the contract: ${countOf(failures.length, 'failure')}${beside}.${more}`
  }
  if (obstacle !== undefined) return obstacle
  const seen = countRules(evidence, 'kept')
  const share = seen === evidence.length ? `all ${seen}` : `${seen} of ${evidence.length}`
  if (knownOnes !== '')
    return `The service keeps the contract but for ${knownOnes}: ${seen} of ${evidence.length} rules were seen kept.${more}`
  return !isPartial({ evidence, checkers, leftOut })
    ? `The service keeps the contract: ${share} rules were seen kept.`
    : `The service keeps the contract as far as it was checked: ${seen} of ${evidence.length} rules.${more}`
}
