/** Orders that are asked for, or assumed: the items come in them, on all pages. */
import { membersOf, objectAt } from '../../../contract/pointers.ts'
import type { Parameter } from '../../model.ts'
import { isOrder, memberCalled, memberOf } from '../../paging.ts'
import { type Plan, type Values, valuesOf, withValues } from '../plan.ts'
import { see, type Shown, twice } from './walk.ts'

/** The order of pages shows only where there are several. */
const sizes = [3]

export const orders = twice('orders of lists', 'order', async (plain) => {
  const all: Shown[] = []
  for (const { values, text, name, sign } of ordersOf(plain)) {
    const { items = [], pages = [] } = (await see(withValues(plain, values), sizes)) ?? {}
    const due = `the order ${text}${values.length === 0 ? ', which is assumed' : ''}`
    all.push({ came: breakIn(items, name, sign), due, pages })
  }
  return all
})

/** The order that is assumed, and each that can be asked for, in each direction, with the name of what it is by. */
function ordersOf(plain: Plan) {
  const textsFor = (one: Parameter): readonly string[] =>
    valuesOf(plain, one).filter((value) => typeof value === 'string')
  const all = plain.operation.parameters.filter((one) => one.in === 'query')
  const direction = all.find((one) => {
    const words = textsFor(one)
    return words.length === 2 && words.every((word) => /^(?:asc|desc)(?:ending)?$/i.test(word))
  })
  const order = all.find((one) => isOrder(one) && one !== direction)
  if (order === undefined) return []
  const { default: usual } = objectAt(plain.player.oracle.service.contract.document, order.schema)
  const texts = textsFor(order)
  const asked = texts.flatMap((text): readonly Values[] => {
    const own = [order, text] as const
    return direction === undefined ? [[own]] : textsFor(direction).map((word) => [own, [direction, word]])
  })
  const assumed = texts.includes(String(usual)) ? [[]] : []
  return [...assumed, ...asked].map((values) => {
    const text = values.length === 0 ? String(usual) : values.map(([, value]) => value).join(' ')
    const [name, mark] = read(text)
    // Where the document names its reverse, the plain name is that of the ascending order.
    const hasReverse = texts.some((one) => read(one)[0] === name && /^(?:-|desc)/i.test(read(one)[1]))
    const isUp = /^(?:\+|asc)/i.test(mark) || (mark === '' && hasReverse)
    // Where nothing says so, it is the service's to choose.
    return { values, text, name, sign: isUp ? 1 : mark === '' ? undefined : -1 }
  })
}

/** What an order is by, and its sign or word: of `-name`, `name:desc` or `name desc`. */
function read(text: string): readonly [name: string, mark: string] {
  const [, sign = '', name = '', word = ''] =
    /^([+-]?)(.+?)(?:[ _:.,|-](asc|desc)(?:ending)?)?$/i.exec(text) ?? []
  return [name, sign + word]
}

/** Where the items leave the order, in words; undefined where they keep it, or it is not clear what it is by. */
function breakIn(all: readonly unknown[], name: string, sign?: number): string | undefined {
  const member = memberCalled(all, name, ['at', 'on'])
  if (member === undefined) return undefined
  const items = all.filter((item) => ['number', 'string'].includes(typeof memberOf(item, member)))
  const values = items.map((item) => memberOf(item, member))
  if (areRanks(values.map(String))) return undefined
  const [breaks = []] = (sign === undefined ? [1, -1] : [sign])
    .map((one) => breaksIn(values, one))
    .toSorted((one, other) => one.length - other.length)
  const [at, ...others] = breaks
  if (at === undefined || (others.length === 0 && areGroups(items.slice(0, at), items.slice(at))))
    return undefined
  const [before, behind] = values.slice(at - 1, at + 1).map((value) => JSON.stringify(value))
  return `${member} ${behind} behind ${before}`
}

/** These are in an order of their own: words of code, or those that many items share. */
function areRanks(texts: readonly string[]): boolean {
  const isShared = new Set(texts).size * 2 <= texts.length
  const rank = isShared ? /^\p{L}[\p{L} _-]*$/u : /^[a-z_-]+$|^[A-Z_-]+$/
  return texts.every((text) => rank.test(text))
}

/** Where a value stands behind one that it should stand before, in any usual order of texts. */
const breaksIn = (values: readonly unknown[], sign: number): readonly number[] =>
  values.flatMap((own, at) =>
    at > 0 && comparisonsOf(values[at - 1], own).every((one) => one * sign > 0) ? [at] : [],
  )

function comparisonsOf(one: unknown, other: unknown): readonly number[] {
  if (typeof one === 'number' && typeof other === 'number') return [one - other]
  if (typeof one !== 'string' || typeof other !== 'string') return [0]
  if ([one, other].every((text) => /^\d{4}-\d\d-\d\dT/.test(text)))
    return [Date.parse(one) - Date.parse(other)]
  return comparers.map((compare) => compare(one, other))
}

const byCode = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
const comparers = [
  byCode,
  (one: string, other: string) => byCode(one.toLowerCase(), other.toLowerCase()),
  ...[{}, { ignorePunctuation: true }, { numeric: true }].map((how) => new Intl.Collator('en', how).compare),
]

/** Some lists have a part first, such as folders: all of it has one value of a member, and what is behind it another. */
const areGroups = (first: readonly unknown[], others: readonly unknown[]): boolean =>
  membersOf(first[0]).some(([name, value]) => {
    const [own, their] = [first, others].map((part) => new Set(part.map((item) => memberOf(item, name))))
    return own?.size === 1 && their?.size === 1 && !their.has(value)
  })
