/** What the document allows is taken, but for a reason that it has not, and shown as it was sent. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote, tell } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { type Edge, edgesOf } from '../../values/edges.ts'
import { membersAmong, typesAmong } from '../../values/shape.ts'
import type { Trial } from './trial.ts'
import { type Came, isSuccess, plain, successOf, valueAt, valueOf, viewOf } from './views.ts'

/** This many are tried. */
const mostEdges = 120

/** `body`: one that was accepted. */
export async function tryAllowed(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const seen: Seen[] = []
  for (const edge of edgesIn(body)) {
    const came = successOf(await askEdge(trial, way, body, edge))
    const after = came && successOf(await (way === trial.thing.create ? trial.take(came) : trial.show()))
    const [sent, shown] = [came?.body?.value, after && valueOf(after)].map((all) => valueAt(all, edge.path))
    if (sent !== undefined && shown !== undefined)
      seen.push({ what: edge.path.join('.'), sent, shown, all: [came, after] })
  }
  for (const all of Map.groupBy(seen, ({ what }) => what).values()) sayOfLost(trial, way, all)
}

/** Null, and what is at bounds, before the rest. */
function edgesIn(body: RightBody): readonly Edge[] {
  const { value, demands } = body
  const own = isObject(value) ? value : {}
  const nulls = nullable(body).map((name): Edge => ({
    path: [name],
    value: { ...own, [name]: null },
    beside: [{ ...own, [name]: undefined }],
  }))
  const edges = edgesOf(demands, value).toSorted(
    (one, other) => Number(other.beside.length > 0) - Number(one.beside.length > 0),
  )
  return [...nulls, ...edges].slice(0, mostEdges)
}

async function askWith(trial: Trial, way: AnyOperation, body: RightBody, value: unknown) {
  const other = bodyWith(body, value)
  return other && (await trial.askRight(way, other))
}

/** Where only what is at a bound is refused, that is told. */
async function askEdge(
  trial: Trial,
  way: AnyOperation,
  body: RightBody,
  { path, value, beside }: Edge,
): Promise<Came | undefined> {
  const came = await askWith(trial, way, body, value)
  if (came === undefined || beside.length === 0 || ![400, 422].includes(came.response.status)) return came
  for (const other of beside) if (!isSuccess(await askWith(trial, way, body, other))) return came
  const due = `a success, as for what differs from it in ${path.join('.')} alone`
  trial.say(ruleId(way, 'success'), tell(came.response), due, [came])
  return came
}

const shownAs = (value: unknown): string => quote(sortedJson(value), 60)

/** The members that may be left out, and of which the document says that they may be null. */
export const nullable = (body: RightBody): readonly string[] => {
  const names = membersAmong(body.demands)
    .filter(({ isRequired }) => !isRequired)
    .filter(({ demands }) => typesAmong(demands).has('null') && typesAmong(demands).size < 4)
    .map(({ name }) => name)
  return [...new Set(names)]
}

/** What was sent at a place, and what was shown there. */
interface Seen {
  readonly what: string
  readonly sent: unknown
  readonly shown: unknown
  readonly all: readonly (Came | undefined)[]
}

/** A member that shows some values as they were sent shows each. */
function sayOfLost(trial: Trial, way: AnyOperation, all: readonly Seen[]): void {
  const kept = all.filter(({ sent, shown }) => isSame(sent, shown)).map(({ sent }) => sent)
  const lost = all.find((one) => isLost(one, kept))
  const values = [...new Set(kept.map((one) => shownAs(one)))]
  // A flag has but one other.
  if (lost === undefined || values.length < (typeof lost.sent === 'boolean' ? 1 : 2)) return
  const due = `${shownAs(lost.sent)}, as it was sent, like ${values.slice(0, 2).join(' and ')}`
  trial.say(ruleId(way, 'effect'), `${lost.what} is ${shownAs(lost.shown)}`, due, lost.all)
}

/** But for letter case, blanks, the order in a list, fractions of a cent, and what a list's own things have besides. */
const isSame = (sent: unknown, shown: unknown): boolean => {
  if (typeof sent === 'number' && typeof shown === 'number') return Math.abs(sent - shown) < 0.01
  if (Array.isArray(sent) && sent.some((one) => isObject(one)))
    return Array.isArray(shown) && shown.length > 0
  return textOf(sent) === textOf(shown)
}

const textOf = (value: unknown): string => {
  const texts = [value].flat().map((one) => plain([...viewOf([one]).values()].join()))
  return texts.toSorted().join()
}

/** Whether none of it is left, or less, or another that is kept: what was changed otherwise may be so on purpose. */
function isLost({ sent, shown }: Seen, kept: readonly unknown[]): boolean {
  if (isSame(sent, shown)) return false
  if (shown === null) return true
  if (typeof sent === 'boolean') return !sent && shown === true
  // Equal items may be put together.
  if (Array.isArray(sent) && Array.isArray(shown))
    return shown.length < new Set(sent.map((one) => textOf(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
  const isCut =
    typeof sent === 'string' && typeof shown === 'string' && shown !== '' && sent.startsWith(shown)
  return isCut || kept.some((one) => isSame(shown, one))
}
