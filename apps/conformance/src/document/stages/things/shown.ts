/** What was sent is shown: a member that shows other values as they were sent shows each. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { type Edge, edgesOf } from '../../values/edges.ts'
import { schemaOf } from '../../values/media-types.ts'
import { choose, rightOf } from '../../values/right.ts'
import type { Shape } from '../../values/shape.ts'
import { type Came, successOf, type Trial } from './trial.ts'
import { plain, valueAt, valueOf, viewOf } from './views.ts'

/** This many values are tried, and so many others of a member of which one is lost. */
const most = 30
const mostOthers = 5

/** What was sent as a value of a member, and what is shown of it. */
interface Seen {
  readonly sent: unknown
  readonly came: unknown
  readonly all: readonly (Came | undefined)[]
}

/** `body`: one that was accepted. */
export async function tryTelling(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const all = edgesOf(trial.contract, [schemaOf(body.content)], body.value, tellingAt)
  for (const { what, value, beside } of all.slice(0, most)) {
    const see = (one: unknown): Promise<Seen | undefined> =>
      seeValue(trial, way, body, [what.split('.'), one])
    const first = await see(value)
    if (first === undefined || isSame(first.sent, first.came)) continue
    const kept: unknown[] = []
    for (const other of beside) {
      const seen = await see(other)
      if (seen !== undefined && isSame(seen.sent, seen.came)) kept.push(seen.sent)
    }
    // A flag has but one other.
    const again = kept.length < (typeof first.sent === 'boolean' ? 1 : 2) ? undefined : await see(value)
    if (again === undefined || !isLost(again.sent, again.came, kept)) continue
    const like = kept.slice(0, 2).map((one) => tell(one))
    const due = `${tell(again.sent)}, as it was sent, like ${like.join(' and ')}`
    trial.say(ruleId(way, 'effect'), `${what} is ${tell(again.came)}`, due, again.all)
  }
}

const tell = (value: unknown): string => quote(sortedJson(value), 60)

/** What comes back of the member in a body with that value. Undefined where it is not accepted or not shown. */
async function seeValue(
  trial: Trial,
  way: AnyOperation,
  body: RightBody,
  [path, value]: readonly [path: readonly string[], value: unknown],
): Promise<Seen | undefined> {
  const isThere = valueAt(value, path) !== undefined
  const other = isThere ? bodyWith(body, value) : undefined
  const made = other && successOf(await trial.askRight(way, other))
  if (made === undefined) return undefined
  const shown = successOf(await (way === trial.thing.create ? trial.take(made) : trial.show()))
  const came = valueAt(valueOf(shown ?? made), path)
  return came === undefined ? undefined : { sent: valueAt(made.body?.value, path), came, all: [made, shown] }
}

/** Values that are easily lost, beside others of the same place. */
function tellingAt(shape: Shape, now: unknown): readonly Edge[] {
  if (isObject(now)) return []
  const { contract, demands } = shape
  const all = choose(contract, demands, [now, ...rightOf(contract, demands)]).filter((one) => one !== null)
  const easily = [false, 0, '', [], 'a'.repeat(300), longest(all)]
  return choose(contract, demands, shape.has('enum') ? all : easily).map((value) => {
    const beside = all.filter((other) => other !== value).slice(0, mostOthers)
    return { what: '', value, beside }
  })
}

/** The longest list or plain text. */
const longest = (values: readonly unknown[]): unknown =>
  values
    .filter((one) => Array.isArray(one) || (typeof one === 'string' && /^\w{21,}$/.test(one)))
    .toSorted((one, other) => sortedJson(other).length - sortedJson(one).length)[0]

/** But for letter case, blanks, the order in a list, fractions of a cent, and what a list's own things have besides. */
const isSame = (sent: unknown, came: unknown): boolean => {
  if (typeof sent === 'number' && typeof came === 'number') return Math.abs(sent - came) < 0.01
  if (Array.isArray(sent) && sent.some((one) => isObject(one))) return Array.isArray(came) && came.length > 0
  return textOf(sent) === textOf(came)
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map((one) => textOf(one))
        .toSorted()
        .join()
    : plain([...viewOf([value]).values()].join())

/** Whether none of it is left, or less, or another that is kept: what was changed otherwise may be so on purpose. */
function isLost(sent: unknown, came: unknown, kept: readonly unknown[]): boolean {
  if (isSame(sent, came)) return false
  if (came === null) return true
  if (typeof sent === 'boolean') return !sent && came === true
  // Equal items may be put together.
  if (Array.isArray(sent) && Array.isArray(came))
    return came.length < new Set(sent.map((one) => textOf(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
  if (typeof sent !== 'string' || typeof came !== 'string') return false
  return (came !== '' && sent.startsWith(came)) || kept.some((one) => isSame(came, one))
}
