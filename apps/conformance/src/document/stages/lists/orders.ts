/** Orders that are asked for, or assumed: the items come in them, on all pages. */
import { membersOf, objectAt } from '../../../contract/pointers.ts'
import type { Parameter } from '../../model.ts'
import { isOrder } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { memberOf } from '../../items.ts'
import { plainName } from './filters.ts'
import { see, type Walked } from './walk.ts'
import { type Place, type Plan, valuesOf, withValues } from '../plan.ts'
import { type Fault, twice } from './twice.ts'

interface Order {
  readonly values: readonly (readonly [Parameter, unknown])[]
  /** What it is called in the document. */
  readonly text: string
  readonly name: string
  /** 1 for ascending, -1 for descending; where nothing says so, it is the service's to choose. */
  readonly sign: number | undefined
}

/** The order of pages shows only where there are several. */
const sizes = [3]

export const orders = twice('orders of lists', 'order', async (place, plain) => {
  const faults: (Fault | undefined)[] = []
  for (const order of ordersOf(place, plain)) {
    const all = await see(place, withValues(plain, order.values), sizes)
    const fault = all && faultOf(order, all)
    faults.push(fault)
    for (const { sent } of fault === undefined ? (all?.pages.slice(-1) ?? []) : [])
      place.player.collector.kept(ruleId(place.operation, 'order'), sent.exchange)
  }
  return faults
})

const signOf = (word: string): number => (/^(?:\+|asc)/i.test(word) ? 1 : -1)

function ordersOf(place: Place, { caller }: Plan): readonly Order[] {
  const textsFor = (one: Parameter): readonly string[] =>
    valuesOf(place, one, caller).filter((value) => typeof value === 'string')
  const all = place.operation.parameters.filter((one) => one.in === 'query')
  const direction = all.find(
    (one) => textsFor(one).length === 2 && textsFor(one).every((text) => directions.test(text)),
  )
  const order = all.find((one) => isOrder(one) && one !== direction)
  if (order === undefined) return []
  const parts = textsFor(order).map((text) => {
    const [, mark = '', name = '', word = ''] =
      /^([+-]?)(.+?)(?:[ _:.,|-](asc|desc)(?:ending)?)?$/i.exec(text) ?? []
    return { text, name: plainName(name), mark: mark + word }
  })
  const read = parts.map(({ text, name, mark }): Order => {
    // Where the document names its reverse, the plain name is that of the ascending order.
    const hasReverse = parts.some((one) => one.name === name && /^(?:-|desc)/i.test(one.mark))
    const sign = mark === '' ? (hasReverse ? 1 : undefined) : signOf(mark)
    return { values: [[order, text]], text, name, sign }
  })
  const { default: usual } = objectAt(place.player.oracle.service.contract.document, order.schema)
  const assumed = read.filter(({ text }) => text === usual)
  const asked =
    direction === undefined
      ? read
      : textsFor(direction).flatMap((word) =>
          read.map(({ values, text, name }): Order => {
            const both = [...values, [direction, word] as const]
            return { values: both, text: `${text} ${word}`, name, sign: signOf(word) }
          }),
        )
  return [...assumed.map(({ text, name, sign }): Order => ({ values: [], text, name, sign })), ...asked]
}

const directions = /^(?:asc|desc)(?:ending)?$/i

function faultOf({ text, name, sign, values }: Order, all: Walked): Fault | undefined {
  const names = new Set(all.items.flatMap((item) => membersOf(item).map(([own]) => own)))
  const called = [...names].filter((own) => plainName(own) === name)
  const [member, ...others] =
    called.length > 0 ? called : [...names].filter((own) => plainName(own).replace(/(?:at|on)$/, '') === name)
  if (member === undefined || others.length > 0) return undefined
  const items = all.items.filter((item) => isComparable(memberOf(item, member)))
  if (areRanks(items.map((item) => String(memberOf(item, member))))) return undefined
  const [first] = (sign === undefined ? [1, -1] : [sign])
    .map((one) => breaksIn(items, member, one))
    .toSorted((one, other) => one.length - other.length)
  const [at] = first ?? []
  if (
    first === undefined ||
    at === undefined ||
    (first.length === 1 && areGroups(items.slice(0, at), items.slice(at)))
  )
    return undefined
  const [before, behind] = items.slice(at - 1, at + 1).map((item) => JSON.stringify(memberOf(item, member)))
  return {
    came: `${member} ${behind} behind ${before}`,
    due: `the order ${text}${values.length === 0 ? ', which is assumed' : ''}`,
    shown: [all],
  }
}

/** These are in an order of their own: words of code, or those that many items share. */
function areRanks(texts: readonly string[]): boolean {
  const isShared = new Set(texts).size * 2 <= texts.length
  const rank = isShared ? /^\p{L}[\p{L} _-]*$/u : /^[a-z_-]+$|^[A-Z_-]+$/
  return texts.every((text) => rank.test(text))
}

const isComparable = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'

/** Where an item stands behind one that it should stand before, in any usual order of texts. */
const breaksIn = (items: readonly unknown[], member: string, sign: number): readonly number[] =>
  items.flatMap((item, at) => {
    const [before, own] = [items[at - 1], item].map((one) => memberOf(one, member))
    return at > 0 && comparisonsOf(before, own).every((one) => one * sign > 0) ? [at] : []
  })

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

function comparisonsOf(one: unknown, other: unknown): readonly number[] {
  if (typeof one === 'number' && typeof other === 'number') return [one - other]
  if (isInstant(one) && isInstant(other)) return [Date.parse(one) - Date.parse(other)]
  if (typeof one !== 'string' || typeof other !== 'string') return [0]
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const codes = [
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  ]
  return [...codes, ...collators.map((collator) => collator.compare(one, other))]
}

const collators = [{}, { ignorePunctuation: true }, { numeric: true }].map(
  (how) => new Intl.Collator('en', how),
)

/** Some lists have a part first, such as folders: all of it has one value of a member, and what is behind it another. */
const areGroups = (first: readonly unknown[], others: readonly unknown[]): boolean =>
  membersOf(first[0]).some(([name, value]) => {
    const [own, their] = [first, others].map((part) => new Set(part.map((item) => memberOf(item, name))))
    return own?.size === 1 && their?.size === 1 && !their.has(value)
  })
