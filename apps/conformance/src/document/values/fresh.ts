/** Right bodies that are like others: not equal, for services that refuse a second equal thing, or likelier than those made from the schema alone, for services with rules that no schema says. */
import { membersOf } from '../../contract/pointers.ts'
import { bodyHaving, bodyWith, type RightBody } from './bodies.ts'
import { membersAmong, shapesOf, type Shape } from './shape.ts'
import { lengthsOf, matching } from './scalars.ts'

/** So many members are varied alone. */
const mostAlone = 8

/** The members of the body that may have other values: most that must be unlike others are texts, and most that name other things end in `id`. As few at a time as will do: the rest is to stay what it was. */
export function membersToVary(body: RightBody): readonly (readonly string[])[] {
  const members = membersOf(body.value).filter(([name]) => freshBody(body, [name], 1) !== undefined)
  const all = members.map(([name]) => name)
  const texts = members.flatMap(([name, value]) =>
    typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value) && !/id$/i.test(name) ? [name] : [],
  )
  const inOrder = [...new Set([...texts, ...all])]
  return [...inOrder.slice(0, mostAlone).map((name) => [name]), texts, all].filter(({ length }) => length > 0)
}

/** Values for a member, the likest first. None is yet known to be right. */
type ValuesFor = (name: string, own: unknown) => readonly unknown[]

/** The body with the first right one of other values for each of these members; undefined where there are none. */
function bodyWithOther(
  body: RightBody,
  members: readonly (readonly [string, unknown])[],
  valuesFor: ValuesFor,
): RightBody | undefined {
  const other = members.reduce((so, [name, own]) => {
    const all = valuesFor(name, own).values()
    return all.map((value) => bodyHaving(so, { [name]: value })).find((one) => one !== undefined) ?? so
  }, body)
  return other === body ? undefined : other
}

/** Of earlier checks, there may be things that bear the numbers before this one. */
let next = Date.now() % 100_000

/** The body with other values of these members, each time others; undefined where there are none. */
export function freshBody(body: RightBody, names: readonly string[], number = next): RightBody | undefined {
  next += 1
  const members = membersOf(body.value).filter(([name]) => names.includes(name))
  return bodyWithOther(body, members, (name, own) =>
    shapesOf(body.demands)
      .flatMap((shape) => shapesOf(shape.demandsOf(name)))
      .flatMap((shape) => likeIt(shape, own, number)),
  )
}

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
  const patterns = shape.valuesOf('pattern').map(String)
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
  const [own = '', time] = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?/i.exec(value) ?? []
  const ms = Date.parse(time === undefined ? own : `${own}Z`.toUpperCase())
  if (Number.isNaN(ms)) return undefined
  const by = time === undefined ? (number % 300) * dayMs : (number % 30) * dayMs + (number % 60) * 60_000
  const text = new Date(ms < Date.now() ? ms - by : ms + by).toISOString()
  return text.slice(0, own.length) + value.slice(own.length)
}

/** The body with nothing that may be left out; undefined where that is wrong. */
export function leanBody(body: RightBody): RightBody | undefined {
  const needed = new Set(
    membersAmong(body.demands).flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  )
  return bodyWith(body, Object.fromEntries(membersOf(body.value).filter(([name]) => needed.has(name))))
}

/** So many known values of each member. */
const mostNamed = 4

/** The body with other known things in place of those that it names: a service may take each only once. */
export const bodiesNaming = (body: RightBody, valuesFor: ValuesFor): readonly RightBody[] =>
  membersOf(body.value).flatMap(([name, own]) =>
    valuesFor(name, own)
      .filter((value) => value !== own)
      .slice(0, mostNamed)
      .flatMap((value) => bodyHaving(body, { [name]: value }) ?? []),
  )

/** So many things are taken as models. */
const mostLike = 4

/** From so many days ahead, or back: what is planned lies ahead, what has happened lies back. */
const daysFrom = 20

/** The likeliest first: like what is there, of which these are shown, with days in order, and about other known things. */
export function likelyBodies(
  body: RightBody,
  items: readonly unknown[],
  valuesFor: ValuesFor,
): readonly RightBody[] {
  const lean = leanBody(body) ?? body
  const names = new Set(membersAmong(body.demands).map(({ name }) => name))
  const like = items.slice(0, mostLike).flatMap((item) => {
    const members = membersOf(item).filter(([name]) => names.has(name))
    return bodyWithOther(lean, members, (_, value) => [value]) ?? []
  })
  const plain = [...like.slice(0, 1), body, lean]
  const dated = plain.flatMap((one) => [daysFrom, -daysFrom].flatMap((from) => withDays(one, from) ?? []))
  const all = [...like, ...dated, ...[...plain, ...dated].flatMap((one) => bodiesNaming(one, valuesFor))]
  return [...new Map(all.map((one) => [one.body, one])).values()].filter((one) => one.body !== body.body)
}

/** With each day behind the one before: what ends mostly stands behind what begins. Undefined without days. */
function withDays(body: RightBody, from: number): RightBody | undefined {
  const days = membersOf(body.value).filter(
    ([, one]) => typeof one === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(one),
  )
  const others = days.map(([name, one], at) => {
    const day = new Date(Date.now() + (from + at) * dayMs).toISOString().slice(0, 10)
    return [name, day + String(one).slice(10)] as const
  })
  return bodyHaving(body, Object.fromEntries(others))
}
