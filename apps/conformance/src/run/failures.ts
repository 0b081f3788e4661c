/** Many findings have few causes: each cause is one failure. */
import type { Rule } from '../rules/rules.ts'
import type { Finding } from './checker.ts'
import { type Seen, seer } from './seen.ts'
import { type Aspect, contextOf, type Symptom, symptomOf } from './symptoms.ts'
import type { Failure } from './verdict.ts'

/** So many causes of one group are one, unless its symptom says otherwise: the service does not do at all what it should do. */
const many = 4

/** A finding, and what it shows. */
interface Shown extends Seen {
  readonly symptom: Symptom
}

/** Findings with one cause; the first is that of the symptom. */
interface Cause {
  readonly symptom: Symptom
  readonly shown: readonly Shown[]
  readonly isWhole: boolean
}

/**
 * The failures, the most telling first; each begins with the finding that is easiest to understand and to repeat. The same
 * breach of the same kind of rule is one, in however many operations it shows; what follows from another is part of that;
 * what lets callers see what is not theirs is part of nothing else.
 */
export function findFailures(
  rules: readonly Rule[],
  findings: readonly Finding[],
  credentials?: readonly string[],
): readonly Failure[] {
  const see = seer(rules, credentials)
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  const inOrder = rules.flatMap(({ id }) => byRule.get(id) ?? [])
  const seen = inOrder.map((finding) => see(finding)).filter((one) => one !== undefined)
  const context = contextOf(seen)
  const shown = seen.map((one) => Object.assign({ symptom: symptomOf(one, context) }, one))
  const causes = [...Map.groupBy(shown, ({ symptom }) => symptom.group).values()]
    .flatMap((own) => split(own))
    .toSorted((one, other) => one.symptom.rank - other.symptom.rank)
  const isSeveral = new Set(rules.map(({ part = '' }) => part).filter((part) => part.includes(' /'))).size > 1
  return [...Map.groupBy(causes, (cause) => leaderOf(cause, causes))].map(([leader, own]) =>
    Object.assign(
      { headline: headlineOf(leader, isSeveral) },
      inOrderOf(
        leader,
        own.flatMap((one) => one.shown),
      ),
    ),
  )
}

/** The causes in a group of symptoms: all of them are one if they are many. */
function split(own: readonly Shown[]): readonly Cause[] {
  const counts = new Map<string, number>()
  for (const trait of own.flatMap(({ traits }) => traits)) counts.set(trait, (counts.get(trait) ?? 0) + 1)
  const countOf = (trait: string): number => counts.get(trait) ?? 0
  // What a plain request gets as well is not for the traits of others.
  const plain = new Set(own.filter(({ traits }) => traits.length === 0).map((one) => wayOf(one)))
  const traitOf = (one: Shown): string | undefined =>
    plain.has(wayOf(one)) ? '' : one.traits.toSorted((first, other) => countOf(other) - countOf(first))[0]
  // Operations that fail with different words fail for different reasons.
  const words = new Map(own.filter(({ text }) => text !== '').map(({ operation, text }) => [operation, text]))
  const causeOf = (one: Shown): string =>
    one.symptom.cause ?? [one.status, traitOf(one), words.get(one.operation)].join(' ')
  const causes = [...Map.groupBy(own, causeOf).values()]
  const isWhole = causes.length >= (own[0]?.symptom.many ?? many)
  return (isWhole ? [own] : causes).flatMap((some) => {
    const [first] = some.toSorted((one, other) => one.symptom.rank - other.symptom.rank)
    return first ? [{ symptom: first.symptom, shown: some, isWhole }] : []
  })
}

const wayOf = ({ status, operation }: Shown): string => `${status} ${operation}`

/** The cause from which it follows, at last; mostly itself. */
function leaderOf(cause: Cause, causes: readonly Cause[], passed: readonly Cause[] = []): Cause {
  const leader = causes.find((one) => one !== cause && !passed.includes(one) && explains(one, cause, causes))
  return leader === undefined ? cause : leaderOf(leader, causes, [...passed, cause])
}

/** What else is wrong with a response for no other reason. */
const follow: Readonly<Record<Aspect, readonly Aspect[]>> = {
  status: ['status', 'type', 'content', 'field'],
  access: ['content'],
  type: ['type', 'content'],
  content: ['content'],
  field: [],
}

/** Whether all findings of the other follow from this one, since their responses came the same way. */
function explains(one: Cause, other: Cause, causes: readonly Cause[]): boolean {
  if (other.symptom.aspect === 'access' || causes.indexOf(one) > causes.indexOf(other)) return false
  const { aspect, rank, group } = one.symptom
  const odd = common(one.shown, ({ oddities }) => oddities)
  const isStatus = rank > 1 && rank < 6
  const isPlain = common(one.shown, ({ traits }) => traits).length === 0
  return other.shown.every(
    (shown) =>
      (isStatus && shown.oddities.some((trait) => odd.includes(trait))) ||
      (isPlain && group === 'refused' && isStatusOf(one, shown)) ||
      (follow[aspect].includes(shown.symptom.aspect) &&
        one.shown.some((first) => isSameWay(first, shown) || isAsWrong(first, shown))),
  )
}

/** Whether the status is what is wrong, in an operation in which the other has it too, or where there is none. */
const isStatusOf = (one: Cause, { symptom, status, operation }: Shown): boolean =>
  symptom.aspect === 'status' &&
  one.shown.some((first) => first.status === status && [undefined, first.operation].includes(operation))

/** Whether it is the same response, or one of the same wrong media type. */
const isSameWay = (one: Shown, other: Shown): boolean =>
  one.symptom.group !== other.symptom.group &&
  ((one.response !== undefined && one.response === other.response) ||
    (one.symptom.aspect === 'type' &&
      other.symptom.aspect === 'content' &&
      one.mediaType === other.mediaType))

/** Whether the content is wrong by a profile where less is asked for already. */
const isAsWrong = (less: Shown, more: Shown): boolean =>
  [less, more].every(
    ({ symptom: { aspect }, rule: { layer, kind } }) =>
      aspect === 'content' && layer === 'profile' && kind === 'owed',
  ) &&
  less.status !== '' &&
  less.status === more.status &&
  less.operation === more.operation &&
  less.traits.every((trait) => more.traits.includes(trait))

/** What all of them have. */
const common = (shown: readonly Shown[], of: (one: Shown) => readonly string[]): readonly string[] => [
  ...shown
    .map((one) => new Set(of(one)))
    .reduce((some, more) => some.intersection(more), new Set(shown.flatMap((one) => of(one)))),
]

/** Those that show the cause itself come before others; our own checker speaks of the request, tools of schemas. */
function inOrderOf(cause: Cause, all: readonly Shown[]): Pick<Failure, 'rules' | 'findings'> {
  const rankOf = (one: Shown): number => (cause.shown.includes(one) ? one.symptom.rank : 10)
  const placeOf = (one: Shown): number => rankOf(one) + (one.finding.checker === 'sessions' ? 0 : 0.5)
  const shortest = all.toSorted((one, other) => one.finding.curl.length - other.finding.curl.length)
  return {
    rules: [...new Set(all.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ rule }) => rule.id))],
    findings: shortest.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({ finding }) => finding),
  }
}

/** What happened; in which operations, where the document has several. */
function headlineOf({ symptom, shown, isWhole }: Cause, isOneOfSeveral: boolean): string {
  const [first] = shown
  const operations = shown.map(({ operation }) => operation).filter((one) => one !== undefined)
  const isMixed = isWhole || shown.some(({ kind }) => kind !== first?.kind)
  const words = isMixed ? symptom.whole : symptom.words
  if (first !== undefined && words === undefined)
    return first.rule.sentence.replace(first.rule.part ?? '\0', () => listOf(operations))
  const [trait = ''] = isWhole ? [] : common(shown, ({ traits }) => traits)
  return (words ?? '')
    .replace('{with}', () => (trait === '' ? '' : ` ${trait}`))
    .replace('{for}', () => (isOneOfSeveral && operations.length > 0 ? ` for ${listOf(operations)}` : ''))
    .replace('{status}', () => listOf(shown.map(({ status }) => status)))
    .replace('{causes}', () => listOf(shown.map((one) => one.symptom.cause ?? '')))
}

/** Such as `GET /pets, GET /dogs, GET /cats and 56 more`. */
function listOf(all: readonly string[]): string {
  const names = [...new Set(all)]
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names
  return shown.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
