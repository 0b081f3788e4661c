/** Right bodies that a service may take where it refuses those made from the schema alone: it has rules that no schema says. */
import { isObject } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { bodyWith, type RightBody } from './bodies.ts'
import { bodiesNaming, dayMs, leanBody } from './fresh.ts'
import { schemaOf } from './media-types.ts'
import { sourceOf, withMember } from './right.ts'
import { demandsOf, namedMembers, shapesOf } from './shape.ts'

/** What is known of a service. */
interface Known {
  /** Things of the same kind, as their list shows them. */
  readonly items: readonly unknown[]
  /** What the service said when it refused the body. */
  readonly refusal: string
  /** Known values by the name of what they name, such as ids of things that exist. */
  readonly valuesFor: (name: string) => readonly unknown[]
}

/** So many things are taken as models. */
const mostLike = 4

/** So many other values of each member that a refusal names. */
const mostOther = 4

/** The likeliest first: like what is there, with other values where the refusal points, with days in order, and about other things. */
export function likelyBodies(
  contract: AnyContract,
  body: RightBody,
  { items, refusal, valuesFor }: Known,
): readonly RightBody[] {
  const like = items.slice(0, mostLike).flatMap((item) => bodyLike(contract, body, item) ?? [])
  const plain = [...like.slice(0, 1), body, leanBody(contract, body) ?? body]
  const dated = plain.flatMap((one) =>
    [daysFrom, -daysFrom].flatMap((from) => withDays(contract, one, from) ?? []),
  )
  const all = [
    ...like,
    ...otherwise(contract, body, refusal),
    ...dated,
    ...[...plain, ...dated].flatMap((one) => bodiesNaming(contract, one, valuesFor)),
  ]
  return [...new Map(all.map((one) => [one.body, one])).values()].filter((one) => one.body !== body.body)
}

/** The body with all that a known thing has in its place; undefined where that is nothing. */
function bodyLike(contract: AnyContract, body: RightBody, item: unknown): RightBody | undefined {
  if (!isObject(item)) return undefined
  const names = shapesOf(contract, [schemaOf(body.content)]).flatMap((shape) =>
    namedMembers(contract, shape).map(({ name }) => name),
  )
  const lean = leanBody(contract, body) ?? body
  const like = [...new Set(names)]
    .filter((name) => Object.hasOwn(item, name))
    .reduce((so: RightBody, name) => {
      const value = isObject(so.value) ? withMember(so.value, name, item[name]) : undefined
      return (value && bodyWith(contract, so, value)) ?? so
    }, lean)
  return like === lean ? undefined : like
}

/** With other values of the members that a refusal names. */
function otherwise(contract: AnyContract, body: RightBody, refusal: string): readonly RightBody[] {
  const { value } = body
  if (!isObject(value)) return []
  const shapes = shapesOf(contract, [schemaOf(body.content)])
  const source = sourceOf(contract)
  return Object.keys(value)
    .filter((name) => new RegExp(String.raw`\b${RegExp.escape(name)}\b`).test(refusal))
    .flatMap((name) =>
      shapes
        .flatMap((shape) => source.right(demandsOf(shape, name)))
        .filter((one) => JSON.stringify(one) !== JSON.stringify(value[name]))
        .slice(0, mostOther)
        .flatMap((one) => bodyWith(contract, body, withMember(value, name, one)) ?? []),
    )
}

/** From so many days ahead, or back: what is planned lies ahead, what has happened lies back. */
const daysFrom = 20

/** With each day behind the one before: what ends mostly stands behind what begins. Undefined without days. */
function withDays(contract: AnyContract, body: RightBody, from: number): RightBody | undefined {
  const { value } = body
  if (!isObject(value)) return undefined
  const days = Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(one) ? [[name, one] as const] : [],
  )
  const others = days.map(([name, one], at) => {
    const day = new Date(Date.now() + (from + at) * dayMs).toISOString().slice(0, 10)
    return [name, day + one.slice(10)] as const
  })
  return days.length === 0 ? undefined : bodyWith(contract, body, { ...value, ...Object.fromEntries(others) })
}
