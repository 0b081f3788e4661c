/** Right bodies that a service may take where it refuses those made from the schema alone: it has rules that no schema says. */
import { membersOf } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { bodyHaving, type RightBody } from './bodies.ts'
import { bodiesNaming, dayMs, leanBody } from './fresh.ts'
import { schemaOf } from './media-types.ts'
import { membersAmong } from './shape.ts'

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
