/** What was sent is shown: a member that shows other values as they were sent shows each. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { schemaOf } from '../../values/media-types.ts'
import { sourceOf } from '../../values/right.ts'
import { type Demands, keywordsOf, namedMembers, shapesOf } from '../../values/shape.ts'
import { type Came, successOf, type Trial, valueOf } from './trial.ts'
import { plain, valueAt, viewOf } from './views.ts'

/** This many values are tried, and so many others of a member of which one is lost. */
const most = 30
const mostOthers = 5

/** A member, by the names that lead to it, values of it that are easily lost, and all that are known. */
interface Member {
  readonly path: readonly string[]
  readonly telling: readonly unknown[]
  readonly all: readonly unknown[]
}

/** What was sent as a value of a member, and what is shown of it. */
interface Seen {
  readonly sent: unknown
  readonly came: unknown
  readonly all: readonly (Came | undefined)[]
}

/** `body`: one that was accepted. */
export async function tryTelling(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const members = membersOf(trial, [schemaOf(body.content)], body.value)
  const tries = members.flatMap((member) => member.telling.map((value) => [member, value] as const))
  for (const [{ path, all }, value] of tries.slice(0, most)) {
    const see = (one: unknown): Promise<Seen | undefined> => seeValue(trial, way, body, [path, one])
    const first = await see(value)
    if (first === undefined || isSame(first.sent, first.came)) continue
    const kept: string[] = []
    for (const other of all.filter((one) => one !== value).slice(0, mostOthers)) {
      const seen = await see(other)
      if (seen !== undefined && isSame(seen.sent, seen.came)) kept.push(tell(seen.sent))
    }
    // A flag has but one other.
    if (kept.length < (typeof value === 'boolean' ? 1 : 2)) continue
    const [usual, again] = [await see(undefined), await see(value)]
    if (again === undefined || !isLost(again.sent, again.came, usual?.came)) continue
    const due = `${tell(again.sent)}, as it was sent, like ${kept.slice(0, 2).join(' and ')}`
    trial.say(ruleId(way, 'effect'), `${path.join('.')} is ${tell(again.came)}`, due, again.all)
  }
}

const tell = (value: unknown): string => quote(sortedJson(value), 60)

/** What comes back of a value in a body that is otherwise the same. Undefined where it is not accepted or not shown. */
async function seeValue(
  trial: Trial,
  way: AnyOperation,
  body: RightBody,
  [path, value]: readonly [path: readonly string[], value: unknown],
): Promise<Seen | undefined> {
  const other = bodyWith(trial.contract, body, withAt(body.value, path, value))
  const made = other && successOf(await trial.askRight(way, other))
  if (made === undefined) return undefined
  const shown = successOf(await (way === trial.thing.create ? trial.take(made) : trial.show()))
  const came = valueAt(valueOf(shown ?? made), path)
  return came === undefined ? undefined : { sent: valueAt(made.body?.value, path), came, all: [made, shown] }
}

function membersOf({ contract }: Trial, demands: Demands, value: unknown): readonly Member[] {
  const source = sourceOf(contract)
  const find = (own: Demands, path: readonly string[], now: unknown): readonly Member[] =>
    shapesOf(contract, own)
      .filter(({ parts }) => parts.every(({ pointer }) => source.accepts([pointer], now)))
      .flatMap((shape) =>
        namedMembers(contract, shape).flatMap(({ name, demands: inner }) => {
          const inside = isObject(now) ? now[name] : undefined
          if (isObject(inside)) return find(inner, [...path, name], inside)
          const isEnum = shapesOf(contract, inner).some((one) => keywordsOf(one, 'enum').length > 0)
          const right = source.choose(inner, [inside, ...source.right(inner)])
          const easily = [false, 0, '', [], 'a'.repeat(300), longest(right)]
          const telling = source.choose(inner, isEnum ? right : easily).filter((one) => one !== null)
          return [{ path: [...path, name], telling, all: right.filter((one) => one !== null) }]
        }),
      )
  return find(demands, [], value)
}

/** The longest list or plain text. */
const longest = (values: readonly unknown[]): unknown =>
  values
    .filter((one) => Array.isArray(one) || (typeof one === 'string' && /^\w{21,}$/.test(one)))
    .toSorted((one, other) => sortedJson(other).length - sortedJson(one).length)[0]

/** The value with another one there, or with nothing for undefined. */
function withAt(value: unknown, [name, ...path]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner
  const { [name]: old, ...others } = isObject(value) ? value : {}
  const now = withAt(old, path, inner)
  return now === undefined ? others : { ...others, [name]: now }
}

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

/** Whether none of it is left, or less, or what stands where it is left out: what was changed otherwise may be so on purpose. */
function isLost(sent: unknown, came: unknown, usual: unknown): boolean {
  if (isSame(sent, came)) return false
  if (came === null) return true
  if (typeof sent === 'boolean') return !sent && came === true
  if (Array.isArray(sent) && Array.isArray(came)) return came.length < different(sent)
  const isCut = typeof sent === 'string' && typeof came === 'string' && came !== '' && sent.startsWith(came)
  return isCut || isSame(came, usual)
}

/** Equal items may be put together, and so may things. */
const different = (items: readonly unknown[]): number =>
  items.some((one) => isObject(one))
    ? 1
    : new Set(items.map((one) => textOf(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
