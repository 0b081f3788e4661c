/** What was sent is shown: a member that shows other values as they were sent shows each. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { partsIn } from '../../values/edges.ts'
import { schemaOf } from '../../values/media-types.ts'
import { type Source, sourceOf } from '../../values/right.ts'
import { type Demands, keywordsOf, shapesOf } from '../../values/shape.ts'
import { type Came, successOf, type Trial } from './trial.ts'
import { plain, valueAt, valueOf, viewOf } from './views.ts'

/** This many values are tried, and so many others of a member of which one is lost. */
const most = 30
const mostOthers = 5

/** A value that is easily lost, of a member, by the names that lead to it; and others of that member. */
interface Try {
  readonly path: readonly string[]
  /** The body with another value of the member, or with none. */
  readonly put: (value: unknown) => unknown
  readonly value: unknown
  readonly others: readonly unknown[]
}

/** What was sent as a value of a member, and what is shown of it. */
interface Seen {
  readonly sent: unknown
  readonly came: unknown
  readonly all: readonly (Came | undefined)[]
}

/** `body`: one that was accepted. */
export async function tryTelling(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const tries = triesOf(sourceOf(trial.contract), [schemaOf(body.content)], body.value)
  for (const one of tries.slice(0, most)) {
    const { path, put, value, others } = one
    const see = (own: unknown): Promise<Seen | undefined> => seeValue(trial, way, body, [path, put(own)])
    const first = await see(value)
    if (first === undefined || isSame(first.sent, first.came)) continue
    const kept: string[] = []
    for (const other of others) {
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

/** What comes back of the member in a body with that value. Undefined where it is not accepted or not shown. */
async function seeValue(
  trial: Trial,
  way: AnyOperation,
  body: RightBody,
  [path, value]: readonly [path: readonly string[], value: unknown],
): Promise<Seen | undefined> {
  const other = bodyWith(trial.contract, body, value)
  const made = other && successOf(await trial.askRight(way, other))
  if (made === undefined) return undefined
  const shown = successOf(await (way === trial.thing.create ? trial.take(made) : trial.show()))
  const came = valueAt(valueOf(shown ?? made), path)
  return came === undefined ? undefined : { sent: valueAt(made.body?.value, path), came, all: [made, shown] }
}

/** Those of the members of a right value. */
const triesOf = (source: Source, demands: Demands, value: unknown): readonly Try[] =>
  shapesOf(source.contract, demands)
    .filter(({ parts }) => isObject(value) && parts.every(({ pointer }) => source.accepts([pointer], value)))
    .flatMap((shape) => partsIn(source, shape, value))
    .flatMap(({ name, demands: inside, part, put }) => {
      const inner = triesOf(source, inside, part)
      if (inner.length > 0)
        return inner.map(({ path, put: within, value: own, others }) => ({
          path: [name, ...path],
          put: (other: unknown) => put(within(other)),
          value: own,
          others,
        }))
      const isEnum = shapesOf(source.contract, inside).some((one) => keywordsOf(one, 'enum').length > 0)
      const all = source.choose(inside, [part, ...source.right(inside)]).filter((one) => one !== null)
      const easily = isEnum ? all : [false, 0, '', [], 'a'.repeat(300), longest(all)]
      return source.choose(inside, easily).map((one) => {
        const others = all.filter((other) => other !== one).slice(0, mostOthers)
        return { path: [name], put, value: one, others }
      })
    })

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

/** Whether none of it is left, or less, or what stands where it is left out: what was changed otherwise may be so on purpose. */
function isLost(sent: unknown, came: unknown, usual: unknown): boolean {
  if (isSame(sent, came)) return false
  if (came === null) return true
  if (typeof sent === 'boolean') return !sent && came === true
  // Equal items may be put together.
  if (Array.isArray(sent) && Array.isArray(came))
    return came.length < new Set(sent.map((one) => textOf(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
  const isCut = typeof sent === 'string' && typeof came === 'string' && came !== '' && sent.startsWith(came)
  return isCut || isSame(came, usual)
}
