/** Right bodies that are like others: not equal, for services that refuse a second equal thing, or likelier than those made from the schema alone, for services with rules that no schema says. */
import { membersOf } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { bodyHaving, bodyWith, bytesOf, type RightBody } from './bodies.ts'
import { schemaOf } from './media-types.ts'
import { demandsOf, keywordsOf, membersAmong, type Shape, shapesOf } from './shape.ts'
import { lengthsOf, matching } from './texts.ts'

/** So many members are varied alone. */
const mostAlone = 8

/** The members of the body that may have other values: most that must be unlike others are texts, and most that name other things end in `id`. As few at a time as will do: the rest is to stay what it was. */
export function membersToVary(contract: AnyContract, body: RightBody): readonly (readonly string[])[] {
  const members = membersOf(body.value).filter(([name]) => freshBody(contract, body, [name], 1) !== undefined)
  const all = members.map(([name]) => name)
  const texts = members.flatMap(([name, value]) =>
    typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value) && !/id$/i.test(name) ? [name] : [],
  )
  const inOrder = [...new Set([...texts, ...all])]
  return [...inOrder.slice(0, mostAlone).map((name) => [name]), texts, all].filter(({ length }) => length > 0)
}

/** So many known values of each member. */
const mostNamed = 4

/** The body with other known things in place of those that it names: a service may take each only once. */
export const bodiesNaming = (
  contract: AnyContract,
  body: RightBody,
  valuesFor: (name: string) => readonly unknown[],
): readonly RightBody[] =>
  membersOf(body.value).flatMap(([name, own]) =>
    valuesFor(name)
      .filter((value) => value !== own)
      .slice(0, mostNamed)
      .flatMap((value) => bodyHaving(contract, body, { [name]: value }) ?? []),
  )

/** The body with the first right one of other values for each member; undefined where there are none. */
function bodyWithOther(
  contract: AnyContract,
  body: RightBody,
  othersFor: (name: string, own: unknown) => readonly unknown[],
): RightBody | undefined {
  const changed = membersOf(body.value).flatMap(([name, own]) => {
    const other = othersFor(name, own).find(
      (one) => bodyHaving(contract, body, { [name]: one }) !== undefined,
    )
    return other === undefined ? [] : [[name, other] as const]
  })
  return bodyHaving(contract, body, Object.fromEntries(changed))
}

/** The body with other values of these members, such as no other number gives; undefined where there are none. */
export const freshBody = (
  contract: AnyContract,
  body: RightBody,
  names: readonly string[],
  number: number,
): RightBody | undefined =>
  bodyWithOther(contract, body, (name, own) =>
    shapesOf(contract, [schemaOf(body.content)])
      .flatMap((shape) => (names.includes(name) ? shapesOf(contract, demandsOf(shape, name)) : []))
      .flatMap((shape) => likeIt(shape, own, number)),
  )

/** The body with numbers that 32 bits do not hold; undefined where there are none. */
export const fineBody = (contract: AnyContract, body: RightBody): RightBody | undefined =>
  bodyWithOther(contract, body, (_, own) => (typeof own === 'number' ? [own + 0.07, 2 ** 31 + 1] : []))

/** Values for the same place, the likest first. None is yet known to be right. */
function likeIt(shape: Shape, value: unknown, number: number): readonly unknown[] {
  if (typeof value === 'number') return [value + number, value - number, value + (number % 10) + 1]
  if (typeof value !== 'string') return []
  const time = shifted(value, number)
  if (time !== undefined) return [time]
  const { max } = lengthsOf(shape)
  const behind = (text: string): string =>
    Array.from(value)
      .slice(0, max - text.length)
      .join('') + text
  const patterns = keywordsOf(shape, 'pattern').map(([, pattern]) => String(pattern))
  return [
    behind(` ${number}`),
    behind(String(number)),
    // Such as an address: what is before the last part is nobody else's.
    `n${number}.${value}`,
    value.replaceAll(/\d+/g, (text) => String(number).padStart(text.length, '0').slice(-text.length)),
    ...patterns.flatMap((pattern) => matching(pattern, number)),
  ].filter((text) => text !== value)
}

const dayMs = 86_400_000

/** Another day or time in the same form: what lies ahead still does, and so does what is past. */
function shifted(value: string, number: number): string | undefined {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)([Tt]\d\d:\d\d:\d\d)?/.exec(value) ?? []
  const ms = Date.parse(`${day}${time === '' ? 'T00:00:00' : time.toUpperCase()}Z`)
  if (day === undefined || Number.isNaN(ms)) return undefined
  const by = time === '' ? (number % 300) * dayMs : (number % 30) * dayMs + (number % 60) * 60_000
  const text = new Date(ms < Date.now() ? ms - by : ms + by).toISOString()
  const { length } = day + time
  return text.slice(0, length) + value.slice(length)
}

/** The body with nothing that may be left out; undefined where that is wrong. */
export function leanBody(contract: AnyContract, body: RightBody): RightBody | undefined {
  const members = membersAmong(contract, [schemaOf(body.content)])
  const needed = new Set(members.filter(({ isRequired }) => isRequired).map(({ name }) => name))
  const lean = Object.fromEntries(membersOf(body.value).filter(([name]) => needed.has(name)))
  return bodyWith(contract, body, lean)
}

/** A wrong body in JSON with other values of these members, where it shares them with the right one. */
export function unlikeBody(
  contract: AnyContract,
  right: RightBody,
  names: readonly string[],
  { body, number }: { readonly body: string; readonly number: number },
): string | undefined {
  const own = new Map(membersOf(right.value))
  const fresh = membersOf(freshBody(contract, right, names, number)?.value)
  const other = fresh.reduce(
    (text, [name, value]) => text.replace(textOf(name, own.get(name)), () => textOf(name, value)),
    body,
  )
  return other === body ? undefined : other
}

const textOf = (name: string, value: unknown): string =>
  bytesOf(JSON.stringify({ [name]: value }).slice(1, -1))

/** What is known of a service. */
interface Known {
  /** Things of the same kind, as their list shows them. */
  readonly items: readonly unknown[]
  /** Known values by the name of what they name, such as ids of things that exist. */
  readonly valuesFor: (name: string) => readonly unknown[]
}

/** So many things are taken as models. */
const mostLike = 4

/** The likeliest first: like what is there, with days in order, and about other things. */
export function likelyBodies(
  contract: AnyContract,
  body: RightBody,
  { items, valuesFor }: Known,
): readonly RightBody[] {
  const like = items.slice(0, mostLike).flatMap((item) => bodyLike(contract, body, item) ?? [])
  const plain = [...like.slice(0, 1), body, leanBody(contract, body) ?? body]
  const dated = plain.flatMap((one) =>
    [daysFrom, -daysFrom].flatMap((from) => withDays(contract, one, from) ?? []),
  )
  const all = [
    ...like,
    ...dated,
    ...[...plain, ...dated].flatMap((one) => bodiesNaming(contract, one, valuesFor)),
  ]
  return [...new Map(all.map((one) => [one.body, one])).values()].filter((one) => one.body !== body.body)
}

/** The body with all that a known thing has in its place; undefined where that is nothing. */
function bodyLike(contract: AnyContract, body: RightBody, item: unknown): RightBody | undefined {
  const lean = leanBody(contract, body) ?? body
  const names = new Set(membersAmong(contract, [schemaOf(body.content)]).map(({ name }) => name))
  const like = membersOf(item)
    .filter(([name]) => names.has(name))
    .reduce((so, [name, value]) => bodyHaving(contract, so, { [name]: value }) ?? so, lean)
  return like === lean ? undefined : like
}

/** From so many days ahead, or back: what is planned lies ahead, what has happened lies back. */
const daysFrom = 20

/** With each day behind the one before: what ends mostly stands behind what begins. Undefined without days. */
function withDays(contract: AnyContract, body: RightBody, from: number): RightBody | undefined {
  const days = membersOf(body.value).filter(
    ([, one]) => typeof one === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(one),
  )
  const others = days.map(([name, one], at) => {
    const day = new Date(Date.now() + (from + at) * dayMs).toISOString().slice(0, 10)
    return [name, day + String(one).slice(10)] as const
  })
  return bodyHaving(contract, body, Object.fromEntries(others))
}
