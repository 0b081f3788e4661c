/** Lists that come in pages: all pages together have each thing once, however large they are. */
import { valuesOf as fieldValues } from '@plant-store/raw-http'
import { isOfPages, isOrder, pageSizeOf, pagingOf, sizesOf } from '../../paging.ts'
import { type Plan, valuesOf, withEach, withValues } from '../plan.ts'
import { type Shown, twice } from './twice.ts'
import { pageMembers } from './page-members.ts'
import { namesOf, see, type Walked } from './walk.ts'

/** The smallest pages show most. */
export const pages = twice('pages of lists', 'pages', async (plain) => {
  const all = [...(await shownBy(plain, [1, 2, 3]))]
  for (const plan of filtered(plain)) all.push(...(await shownBy(plan, [2])))
  return all
})

/**
 * With each of the first values of what is no matter of pages, such as a filter: it holds for further pages, too. By each
 * order, other things are equal.
 */
const filtered = (plain: Plan): readonly Plan[] =>
  plain.operation.parameters
    .filter((one) => one.in === 'query' && !one.isRequired && !isOfPages(one))
    .flatMap((one) => withEach(plain, one, valuesOf(plain, one).slice(0, isOrder(one) ? undefined : 2)))

async function shownBy(plan: Plan, counts: readonly number[]): Promise<readonly Shown[]> {
  const { contract } = plan.player.oracle.service
  const size = pageSizeOf(plan.operation)
  const all: Shown[] = []
  for (const count of size === undefined ? [] : sizesOf(contract, { size }, counts)) {
    const some = await see(withValues(plan, size === undefined ? [] : [[size, count]]), [count])
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
  const names = namesOf(some.items)
  const due = namesOf(whole.items).slice(0, some.isWhole ? undefined : names.length)
  if (names.toSorted().join() === due.toSorted().join()) return undefined
  const missing = due.find((name) => !names.includes(name))
  return missing === undefined ? 'something twice' : `no ${missing}`
}

/** A page that says how many there are on all pages says what all pages have. */
function wrongTotal(some: Walked, { items, pages: large }: Walked): string | undefined {
  const right = [...some.pages, ...large].filter(({ response }) => response.status === 200)
  const members = right.flatMap(({ response }) => pageMembers(response))
  const fields = right.flatMap(({ response }) => fieldValues(response, 'x-total-count'))
  const totals = members.filter(([name]) => namesOfTotal.test(name)).map(([, total]) => total)
  const wrong = [...totals, ...fields.map(Number)].find(
    (total) => Number.isInteger(total) && total !== items.length,
  )
  return wrong === undefined ? undefined : `a total of ${JSON.stringify(wrong)}, for ${items.length}`
}

const namesOfTotal = /^total(?:[_-]?(?:count|items|results|elements))?$/i
