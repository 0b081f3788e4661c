/** Makes the one verdict out of all that the checkers saw. */
import { objectAt } from '../contract/pointers.ts'
import { placeOf } from '../document/lines.ts'
import type { Rule } from '../rules/rules.ts'
import { type Subject, timeOf, usualAtLeast } from '../subject.ts'
import { type BaselineFile, compare, entryFor } from './baseline.ts'
import type { Basis, Declared } from './basis.ts'
import type { Collected, Seen } from './collector.ts'
import { findFailures } from './failures.ts'
import type { Selection } from './selection.ts'
import { countStates, type Evidence, type RuleState, type Verdict } from './verdict.ts'

/** All that the verdict is drawn from. */
interface Facts
  extends
    Pick<Verdict, 'checkers' | 'startedAt'>,
    Pick<Basis, 'contract' | 'operations'>,
    Pick<Selection, 'leftOut'> {
  readonly collected: Collected
  readonly subject: Subject
  readonly baseline: BaselineFile
  /** Why nothing may be concluded, unless there is a finding, as a sentence. */
  readonly obstacle: string | undefined
}

/** Any finding decides. Without one, nothing may be concluded if anything kept a checker from checking. */
export function giveVerdict(facts: Facts): Verdict {
  const { collected, checkers, subject, contract, startedAt, baseline, leftOut, operations } = facts
  const evidence = [...collected.seen].map(([rule, seen]) => evidenceFor(rule, seen, facts))
  const failures = findFailures(evidence, {
    operations,
    credentials: subject.callers.flatMap(({ fields = [], query = [] }) => [
      ...fields.map(([name]) => name.toLowerCase()),
      ...query.map(([name]) => name),
    ]),
  })
  const { callers, refused, fields: _fields, values: _values, leftOut: _out, ...told } = subject
  const { atLeast = usualAtLeast } = subject
  const { version } = objectAt(contract.document, '/info')
  const { known, stale } = compare(baseline, evidence)
  const verdict = {
    subject: {
      ...told,
      timeMs: timeOf(subject),
      atLeast,
      callers: callers.length,
      refusedTokens: refused.length,
    },
    contract: { name: contract.name, version: typeof version === 'string' ? version : '' },
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    checkers,
    evidence,
    failures,
    known,
    stale: checkers.length === 0 ? [] : stale,
    untriedValues: withAll(collected.notMade),
    unseen: [
      ...leftOut,
      ...checkers.flatMap(({ name, notReached }) => notReached.map((what) => `${name}: ${what}`)),
      ...withAll(evidence.flatMap(({ rule, inconclusive }) => inconclusive.map((why) => [why, rule.id]))),
      ...(collected.exchanges > 0 ? [...collected.came].flatMap((one) => explainMissing(...one)) : []),
    ],
  }
  const obstacle = facts.obstacle ?? findGap(facts, evidence, atLeast)
  const outcome = failures.length > 0 ? 'breaks' : obstacle === undefined ? 'conforms' : 'inconclusive'
  const isPartial =
    leftOut.length > 0 ||
    evidence.some(({ isDue, state }) => isDue && state === 'not seen') ||
    checkers.some(({ notReached }) => notReached.length > 0)
  const shown = outcome === 'conforms' && isPartial ? 'partial' : outcome
  return { outcome, shown, summary: summarize({ shown, ...verdict }, leftOut, obstacle), ...verdict }
}

/** Each sentence once, with all that it is about. */
const withAll = (said: readonly (readonly [sentence: string, about: string])[]): readonly string[] =>
  [...Map.groupBy(said, ([sentence]) => sentence)].map(
    ([sentence, all]) => `${sentence} (${[...new Set(all.map(([, about]) => about))].join(', ')})`,
  )

/** A sentence for an operation with statuses that never came. */
function explainMissing({ method, path, responses }: Declared, came: ReadonlySet<number>): readonly string[] {
  const seen = new Set([...came].flatMap((one) => [`${one}`, `${Math.floor(one / 100)}XX`, 'default']))
  const missing = responses.flatMap(({ status }) => (seen.has(status) ? [] : status))
  return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
}

/** What was seen of a rule, with its place, and why it was not checked if it was not. */
function evidenceFor(rule: Rule, seen: Seen, { collected, subject, contract, baseline }: Facts): Evidence {
  const { reasons, keptBy, refusedBy } = seen
  // Where there is a limit, any finding may be a consequence.
  const counted = collected.limit.sentence === undefined ? seen.findings : []
  const { known = [], findings = [] } = Object.groupBy(counted, (finding) =>
    entryFor(baseline, finding) === undefined ? 'findings' : 'known',
  )
  const isRefusable = rule.kind === 'refusable'
  const kept = isRefusable ? seen.kept : seen.kept + seen.refused
  const refused = isRefusable ? seen.refused : undefined
  const state = stateIn(findings.length, known.length, refused ?? kept)
  const lack = lackFor(rule, subject)
  const isUnexplained = state === 'not seen' && reasons.size === 0
  return {
    rule,
    ...placeOf(contract, rule),
    isDue: state !== 'not seen' || (isUnexplained && lack === undefined),
    state,
    kept,
    refused,
    findings,
    known,
    inconclusive: isUnexplained ? [lack ?? 'No request of this run showed it.'] : [...reasons],
    examples: [keptBy, refusedBy].filter((example) => example !== undefined),
  }
}

const stateIn = (broken: number, known: number, seen: number): RuleState =>
  broken > 0 ? 'broken' : known > 0 ? 'known' : seen > 0 ? 'kept' : 'not seen'

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

/** Why there is nothing, or too little, to conclude from, as a sentence. */
function findGap(facts: Facts, evidence: readonly Evidence[], atLeast: number): string | undefined {
  const { came, exchanges, untried } = facts.collected
  const failed = facts.checkers.find(({ failure }) => failure !== undefined)
  if (failed !== undefined) return `${failed.name} could not check: ${failed.failure}`
  if (exchanges === 0) return 'No request was made: there is nothing to conclude from.'
  if (atLeast === 0) return undefined
  const due = evidence.filter(({ isDue }) => isDue)
  const { kept, known } = countStates(due)
  const tried = (1 - untried) * 100
  const unsuccessful = [...came]
    .filter(([, statuses]) => ![...statuses].some((status) => status >= 200 && status < 300))
    .map(([{ method, path }]) => `${method} ${path}`)
  if (unsuccessful.length > 0)
    return `Nothing may be concluded: no request for ${unsuccessful.join(', ')} was answered with success. ${adviceFor(unsuccessful, facts)}`
  if ((kept + known) * 100 < due.length * atLeast)
    return `Nothing may be concluded: only ${kept} of the ${due.length} rules that this run could show were seen kept, less than ${atLeast} %.`
  return tried < atLeast
    ? `Nothing may be concluded: only ${Math.round(tried)} % of what is tried was tried, less than ${atLeast} %. Give the check more --minutes.`
    : undefined
}

/** What helps where these operations had no success. */
function adviceFor(unsuccessful: readonly string[], { subject, operations }: Facts): string {
  if (subject.callers.length === 0) return 'Give a token that the service accepts.'
  return unsuccessful.length === operations.length
    ? 'The URL must be the root of the API, its prefix included, such as http://host/api/v2.'
    : 'Give `values` in the world file for what they need, or leave them out with --exclude.'
}

/** The verdict in a sentence, and what it leaves out. */
function summarize(
  { failures, evidence, checkers, known, shown }: Omit<Verdict, 'outcome' | 'summary'>,
  leftOut: readonly string[],
  obstacle: string | undefined,
): string {
  const isWhole = checkers.every(({ notReached }) => notReached.length === 0)
  const more = `${isWhole ? '' : ' Not everything was tried.'}${leftOut.length === 0 ? '' : ' Some was left out on request.'}`
  const others = known.length === 0 ? '' : countOf(known.length, 'known failure')
  if (failures.length > 0)
    return `The service breaks the contract: ${countOf(failures.length, 'failure')}${others && `, besides ${others}`}.${more}`
  if (obstacle !== undefined) return obstacle
  const { kept } = countStates(evidence)
  const share = kept === evidence.length ? `all ${kept}` : `${kept} of ${evidence.length}`
  const but = others ? ` but for ${others}` : shown === 'partial' ? ' as far as it was checked' : ''
  return `The service keeps the contract${but}: ${share} rules were seen kept.${more}`
}

const countOf = (count: number, thing: string): string =>
  count === 1 ? `one ${thing}` : `${count} ${thing}s`
