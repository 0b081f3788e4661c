/** Many findings have few causes: each cause is reported once. */
import { splitTarget } from '../contract/split-target.ts'
import type { Exchange } from '../exchange.ts'
import type { Rule } from '../rules/rule.ts'
import { accessBreach, joinFollowers } from './followers.ts'
import type { Finding } from './judge.ts'
import {
  answerOf,
  familyOf,
  findForeignRefusals,
  findMissingFields,
  findOneAnswer,
  findOneWrongStatus,
  findOpenDoor,
  findSymptoms,
  findWrongStatuses,
  sharpen,
  type Symptom,
  symptomOf,
  statusOf,
} from './symptoms.ts'
import { conditionIds, findCommonTrait } from './traits.ts'
import type { Failure } from './verdict.ts'

/**
 * One failure for each cause, with all that follows from it, however often it shows and whichever judges found it. The
 * failures are in the order of the rules, general causes first; each begins with the finding that is easiest to
 * understand and to repeat.
 *
 * All findings have one cause if only requests with one thing in common are answered wrongly (a trait). Otherwise those
 * do whose answers are wrong in the same way at first sight (a symptom), and those where one answer breaks both a
 * general rule and a particular one. A rule that compares answers is broken wherever one of them is wrong by itself.
 */
export function findRootCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Failure[] {
  const { first = [], later = [] } = Object.groupBy(findings, ({ judge }) =>
    judge === 'preflight' ? 'first' : 'later',
  )
  const told = findCauses(rules, later)
  // The first answers are wrong for the same reason as later ones, unless all later ones are right.
  const names = new Set(first.map(({ rule }) => rule))
  const same = told.find(({ findings: some }) => some.some(({ rule }) => names.has(rule))) ?? told[0]
  const all = same === undefined ? findCauses(rules, first) : told
  return all.map((symptom) =>
    toFailure(symptom === same ? { ...symptom, findings: [...symptom.findings, ...first] } : symptom, rules),
  )
}

function findCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Symptom[] {
  const told: Symptom[] = []
  let left = findings
  const tell = (symptom: Symptom): void => {
    if (symptom.findings.length > 0) told.push(symptom)
    left = left.filter((finding) => !symptom.findings.includes(finding))
  }
  const tellAll = (symptoms: readonly Symptom[]): void => {
    for (const symptom of symptoms) {
      const answers = new Set(symptom.findings.map((finding) => answerOf(finding)))
      // Anything else wrong with the same answer is a consequence.
      const caused = left.filter(
        (finding) => finding.exchange !== undefined && answers.has(answerOf(finding)),
      )
      tell({ ...symptom, findings: caused })
    }
  }
  tell({ ...accessBreach, findings: left.filter(({ rule }) => rule === accessBreach.cause) })
  tellAll(findOpenDoor(rules, left))
  tellAll(findSymptoms(left, symptomOf))
  const common = findCommonTrait(left)
  if (common !== undefined) tell({ headline: common.headline, findings: left })
  tellAll(findOneWrongStatus(left))
  tellAll(findOneAnswer(left))
  tellAll(findForeignRefusals(left))
  tellAll(findWrongStatuses(left).map((symptom) => sharpen(symptom, rules)))
  for (const symptom of findMissingFields(left)) tell(symptom)
  const causes = Map.groupBy(left, causeFinder(left))
  for (const { id, sentence } of rules) {
    const own = causes.get(id) ?? []
    const at = told.findIndex(({ cause }) => cause === id)
    const same = told[at]
    if (same === undefined) tell({ headline: sentence, cause: id, findings: own })
    else told[at] = { ...same, findings: [...same.findings, ...own] }
  }
  return joinFollowers(told)
}

/** Rules that say in general what others say in particular: if the same answer breaks another, that is the cause. */
const generalRules = new Set([
  'answers-right-requests',
  'declared-headers-sent',
  'every-refusal-has-error-body',
  'list-is-array',
  'lists-all-plants',
  'no-extra-members',
  'payload-is-json',
])

/** Rules that compare two answers: if a request of the same kind breaks a rule about one answer, that is the cause. */
const comparisons = new Set([
  'answers-not-shared',
  'equal-requests-equal-answers',
  'etag-names-the-list',
  'head-as-get',
  'modified-200',
  'not-modified-304',
  'not-modified-same-fields',
  'one-number-per-cause',
  'same-refusal-for-every-reason',
])

const equality = 'equal-requests-equal-answers'

/** Rules about header fields that don't make lists differ. */
const fieldRules = new Set([
  'declared-headers-sent',
  'list-is-private',
  'no-banner',
  'request-id-form',
  'request-id-kept',
  'request-id-sent',
  'vary-authorization',
  'vary-names-fields',
])

/** Finds the rule whose breach explains a finding: mostly the finding's own. */
function causeFinder(findings: readonly Finding[]): (finding: Finding) => string {
  const single = findings.filter(({ rule }) => !comparisons.has(rule))
  const particular = single.filter(({ rule }) => !generalRules.has(rule))
  const byAnswer = Map.groupBy(particular, answerOf)
  const ofLists = single.filter(({ rule }) => !fieldRules.has(rule))
  const byKind = Map.groupBy(ofLists, ({ exchange }) => exchange && kindOf(exchange))
  const unequal = findings.filter(({ rule }) => rule !== equality)
  const byDue = Map.groupBy(unequal, ({ due }) => due)
  const bySameField = findSameField(findings)
  const findCause = (finding: Finding): string => {
    const { rule, exchange, due } = finding
    const sameField = bySameField.get(rule)
    if (sameField !== undefined || exchange === undefined) return sameField ?? rule
    const sameAnswer = byAnswer.get(answerOf(finding)) ?? []
    const sameKind = byKind.get(kindOf(exchange)) ?? []
    const sameDue = rule === equality ? (byDue.get(due) ?? []) : []
    const [cause] = comparisons.has(rule)
      ? [...sameAnswer, ...sameKind, ...sameDue]
      : sameAnswer.filter(() => generalRules.has(rule))
    return cause?.rule ?? rule
  }
  const changing = findings.find((finding) => finding.rule === equality && isAboutTag(finding))
  const causeOfChange = changing && findCause(changing)
  return (finding) => {
    const found = findCause(finding)
    const isOfTags = conditionIds.has(found) || (comparisons.has(found) && isAboutTag(finding))
    if (causeOfChange === undefined || !isOfTags) return found
    // If the tag of a list changes, a condition with that tag can't hold, and it tells nothing about other lists.
    return conditionIds.has(causeOfChange) ? equality : causeOfChange
  }
}

const isAboutTag = ({ came }: Finding): boolean => came.startsWith('ETag:')

/** For each rule broken by a missing header field, the first that the same field breaks, on lists or refusals. */
function findSameField(findings: readonly Finding[]): ReadonlyMap<string, string> {
  const wanting = findings.filter(({ came }) => /^no [A-Z][A-Za-z-]+$/.test(came))
  const leaders = [...Map.groupBy(wanting, ({ came }) => came).values()].flatMap((own) =>
    own.map(({ rule }) => [rule, own[0]?.rule ?? rule] as const),
  )
  return new Map(leaders)
}

/** What kind of thing a request asks for, whoever sends it. */
function kindOf(exchange: Exchange): string {
  const { path, query } = splitTarget(exchange.request.target)
  return `${familyOf(exchange)} ${path} ${query.has('limit')}`
}

/** Findings that show the cause itself, and what the headline says, come before others. */
function toFailure({ headline, findings, cause }: Symptom, rules: readonly Rule[]): Failure {
  const names = new Set(findings.map(({ rule }) => rule))
  const distance = ({ rule }: Finding): number => (cause === undefined || rule === cause ? 0 : 1)
  const [, status] = / with (\d{3})\b/.exec(headline) ?? []
  const detour = ({ exchange }: Finding): number =>
    status === undefined || (exchange && statusOf(exchange)) === Number(status) ? 0 : 1
  return {
    headline,
    rules: rules.map(({ id }) => id).filter((id) => names.has(id)),
    findings: findings.toSorted(
      (one, other) =>
        distance(one) - distance(other) ||
        detour(one) - detour(other) ||
        clarity(one) - clarity(other) ||
        one.curl.length - other.curl.length,
    ),
  }
}

/** The sessions judge speaks of the request at hand; tools speak of schemas. */
const clarity = ({ judge }: Finding): number => (judge === 'sessions' ? 0 : 1)
