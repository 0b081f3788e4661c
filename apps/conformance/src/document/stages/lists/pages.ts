/** Lists that come in pages, which together have each thing once, however large they are; and the order of numbers in them. */
import { isFilter, isOrder, memberCalled, memberOf, pageSizeOf, pagingOf, sizesOf } from '../../paging.ts'
import { fieldOf } from '../stage.ts'
import { type Plan, valuesOf, withEach, withValues } from '../plan.ts'
import { namesOf, pageMembers, see, type Shown, twice, type Walked } from './walk.ts'

/** The smallest pages show most. */
export const pages = twice('pages of lists', 'pages', async (plain) => {
  const all = [...(await shownBy(plain, [1, 2, 3]))]
  // A filter holds for further pages, too, and by each order, other things are equal.
  for (const one of plain.operation.parameters.filter((each) => isOrder(each) || isFilter(each))) {
    const values = valuesOf(plain, one).slice(0, isOrder(one) ? undefined : 2)
    for (const plan of withEach(plain, one, values)) all.push(...(await shownBy(plan, [2])))
  }
  return all
})

async function shownBy(plan: Plan, counts: readonly number[]): Promise<readonly Shown[]> {
  const { contract } = plan.player.oracle.service
  const size = pageSizeOf(plan.operation)
  const all: Shown[] = []
  if (size === undefined) return all
  for (const count of sizesOf(contract, { size }, counts)) {
    const some = await see(withValues(plan, [[size, count]]), [count])
    const whole = await see(plan)
    // Where nothing says how the list goes on, a page is its beginning.
    const isKnown = pagingOf(contract, plan.operation) !== undefined
    const isComparable = whole !== undefined && (whole.isWhole || !isKnown)
    // Who heeds no size has no such pages.
    if (some === undefined || !isComparable || some.items.length > some.pages.length * count) continue
    const difference = differenceOf(some, whole) ?? (isKnown ? wrongTotal(some, whole) : undefined)
    const came = difference === undefined ? undefined : `pages of ${count} with ${difference}`
    all.push({ came, due: 'each thing once, as in larger pages', pages: some.pages })
  }
  return all
}

/** What keeps them from being the same list; undefined where nothing does. */
function differenceOf(some: Walked, whole: Walked): string | undefined {
  const due = whole.items.slice(0, some.isWhole ? undefined : some.items.length)
  const [own, all] = [namesOf(some.items), namesOf(due)]
  if (own.toSorted().join() === all.toSorted().join()) return undefined
  const [missing] = new Set(all).difference(new Set(own))
  return missing === undefined ? 'something twice' : `no ${missing}`
}

/** A page that says how many there are on all pages says what all pages have. */
function wrongTotal(some: Walked, { items, pages: large }: Walked): string | undefined {
  const right = [...some.pages, ...large].filter(({ response }) => response?.status === 200)
  const members = right.flatMap((page) => pageMembers(page)).filter(([name]) => namesOfTotal.test(name))
  const totals = [
    ...members.map(([, total]) => total),
    ...right.map((page) => Number(fieldOf(page, 'X-Total-Count'))),
  ]
  const wrong = totals.find((total) => Number.isInteger(total) && total !== items.length)
  return wrong === undefined ? undefined : `a total of ${JSON.stringify(wrong)}, for ${items.length}`
}

const namesOfTotal = /^total(?:[_-]?(?:count|items|results|elements))?$/i

/** Numbers come in the order that is asked for, on all pages. A service that sorts them as texts has 100 before 12. */
export const orders = twice('orders of lists', 'order', async (plain) => {
  const all: Shown[] = []
  for (const order of plain.operation.parameters.filter((one) => isOrder(one)))
    for (const value of valuesOf(plain, order)) {
      const { items = [], pages: walked = [] } = (await see(withValues(plain, [[order, value]]), [3])) ?? {}
      const [text, numbers] = [String(value), numbersIn(items, String(value))]
      if (numbers.length > 2) all.push({ came: breakIn(numbers), due: `the order ${text}`, pages: walked })
    }
  return all
})

/** The numbers in the member that an order such as `-name` is by. */
function numbersIn(items: readonly unknown[], order: string): readonly number[] {
  const name = order.replaceAll(/^[+-]|[ _:.,|-](?:asc|desc)(?:ending)?$/gi, '')
  const member = memberCalled(items, name) ?? ''
  return items.map((item) => memberOf(item, member)).filter((one) => typeof one === 'number')
}

/** Where they are in no order, in words: a part of a list may come first, such as what is pinned, and has an order of its own. */
function breakIn(numbers: readonly number[]): string | undefined {
  const [fewest = []] = [1, -1]
    .map((sign) => numbers.flatMap((own, at) => (((numbers[at - 1] ?? own) - own) * sign > 0 ? [at] : [])))
    .toSorted((one, other) => one.length - other.length)
  const [at = 0] = fewest
  return fewest.length > 1 ? `${numbers[at]} behind ${numbers[at - 1]}` : undefined
}
