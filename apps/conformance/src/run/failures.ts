/** Many findings have few causes: each cause is one failure. */
import { type Aspect, type Broken, type Known, malformed, type Shown, shownIn } from './symptoms.ts'
import type { Failure } from './verdict.ts'

/** So many causes of one group are one: the service does not do at all what it should do. */
const many = 4

/** The failures, the most telling first; each begins with the finding that is easiest to understand and to repeat. */
export function findFailures(evidence: readonly Broken[], known: Known): readonly Failure[] {
  const shown = shownIn(evidence, known)
  const failures: Failure[] = []
  let left = causesIn(shown.toSorted((one, other) => one.symptom.rank - other.symptom.rank))
  for (let [own = [], ...others] = left; own[0] !== undefined; [own = [], ...others] = left) {
    const [first] = own
    const cause = own
    const { following = [], rest = [] } = Object.groupBy(others, (other) =>
      other.every((one) => follows(one, cause)) ? 'following' : 'rest',
    )
    const headline = headlineOf(first, cause, known.operations.length > 1)
    const { file, line, place } = first.broken
    failures.push({ headline, file, line, place, ...inOrderOf(cause, following.flat()) })
    left = rest
  }
  return failures
}

/** One cause for each name in a group of symptoms; all of them are one if they are many, as two media types are. */
function causesIn(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const groups = Map.groupBy(shown, ({ symptom }) => symptom.group)
  return [...groups.values()].flatMap((group) => {
    const causes = Map.groupBy(group, ({ symptom }) => symptom.name)
    const most = group[0]?.symptom.aspect === 'type' ? 2 : many
    return causes.size < most ? causes.values().toArray() : [group]
  })
}

/** What else is wrong with a response for no other reason. */
const follow: Readonly<Record<Aspect, readonly Aspect[]>> = {
  status: ['status', 'type', 'content', 'field'],
  access: ['content'],
  type: ['type', 'content'],
  content: ['content'],
  field: [],
}

/** Whether it follows from these, since its response came the same way. */
const follows = (one: Shown, own: readonly Shown[]): boolean =>
  (isMalformed(one) && own.every((first) => isMalformed(first))) ||
  own.some(
    (first) =>
      follow[first.symptom.aspect].includes(one.symptom.aspect) &&
      (isSameResponse(first, one) || isAsWrong(first, one)),
  )

/** A malformed request gets now this status and now another, or none. */
const isMalformed = ({ symptom, traits }: Shown): boolean =>
  symptom.aspect === 'status' && traits.includes(malformed)

const isSameResponse = (one: Shown, other: Shown): boolean =>
  one.symptom.group !== other.symptom.group && one.response !== undefined && one.response === other.response

/** Whether the content is wrong by a profile where less is asked for already. */
const isAsWrong = (less: Shown, more: Shown): boolean =>
  [less, more].every(
    ({ symptom: { aspect }, broken: { rule } }) =>
      aspect === 'content' && rule.layer === 'profile' && rule.kind === 'owed',
  ) &&
  less.status !== '' &&
  less.status === more.status &&
  less.operation === more.operation &&
  less.traits.every((trait) => more.traits.includes(trait))

/** Those that show the symptom itself come before others; our own checker speaks of the request, tools of schemas. */
function inOrderOf(own: readonly Shown[], following: readonly Shown[]): Pick<Failure, 'rules' | 'findings'> {
  const placeOf = (one: Shown): number =>
    (own.includes(one) ? one.symptom.rank : 10) + (one.finding.checker === 'sessions' ? 0 : 0.5)
  const all = [...own, ...following]
  const inOrder = all.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.finding.curl.length - other.finding.curl.length,
  )
  return {
    rules: [...new Set(all.map(({ broken }) => broken.rule.id))],
    findings: inOrder.map(({ finding }) => finding),
  }
}

/** What happened; in which operations, where the document has several. */
function headlineOf(first: Shown, own: readonly Shown[], isSeveral: boolean): string {
  const { symptom, kind, broken } = first
  const operations = own.flatMap(({ operation }) => operation ?? [])
  if (symptom.words === '' || (symptom.isOfRule && own.every((one) => one.kind === kind)))
    return broken.rule.sentence.replace(first.operation ?? '\0', () => listOf(operations))
  const trait = first.traits.find((one) => own.every(({ traits }) => traits.includes(one))) ?? ''
  return symptom.words
    .replace('{with}', () => (trait === '' ? '' : ` ${trait}`))
    .replace('{for}', () => (isSeveral && operations.length > 0 ? ` for ${listOf(operations)}` : ''))
    .replace('{status}', () => listOf(own.map(({ status }) => status)))
    .replace('{names}', () => listOf(own.map((one) => one.symptom.name)))
}

/** Such as `GET /pets, GET /dogs, GET /cats and 56 more`. */
function listOf(all: readonly string[]): string {
  const names = [...new Set(all)]
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names
  return shown.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
