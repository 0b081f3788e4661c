/** Lists that come in pages: all pages together have each thing once, however large they are, and begin where the document says. */
import { objectAt } from '../../../contract/pointers.ts'
import { isOfPages, isOrder, pageSizeOf, pagingOf, sizesOf } from '../../paging.ts'
import { askAll, fieldOf } from '../ask.ts'
import { type Plan, type Plans, valuesOf, withEach, withValues } from '../plan.ts'
import { pageMembers } from './members.ts'
import { type Shown, twice } from './twice.ts'
import { itemsIn, namesOf, see, type Walked } from './walk.ts'

/** The smallest pages show most. */
export const pages = twice('pages of lists', 'pages', async (plain) => {
  const all = [...(await shownBy(plain, [1, 2, 3])), ...(await shownByDefaults(plain))]
  for (const plan of filtered(plain)) all.push(...(await shownBy(plan, [2])))
  return all
})

const ofQuery = ({ operation }: Plan, isMatter: boolean): Plan['operation']['parameters'] =>
  operation.parameters.filter((one) => one.in === 'query' && !one.isRequired && isOfPages(one) === isMatter)

/**
 * With each of the first values of what is no matter of pages, such as a filter: it holds for further pages, too. By each
 * order, other things are equal.
 */
const filtered = (plain: Plan): Plans =>
  ofQuery(plain, false).flatMap((one) =>
    withEach(plain, one, valuesOf(plain, one).slice(0, isOrder(one) ? undefined : 2)),
  )

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

const sorted = (items: readonly unknown[]): string => namesOf(items).toSorted().join()

/** What keeps them from being the same list; undefined where nothing does. */
function differenceOf(some: Walked, whole: Walked): string | undefined {
  const due = whole.items.slice(0, some.isWhole ? undefined : some.items.length)
  if (sorted(some.items) === sorted(due)) return undefined
  const [missing] = new Set(namesOf(due)).difference(new Set(namesOf(some.items)))
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

/** What is assumed of pages where nothing is said. Of filters, a default may be that of what is made, in a schema for both. */
async function shownByDefaults(plain: Plan): Promise<readonly Shown[]> {
  const all: Shown[] = []
  for (const one of ofQuery(plain, true)) {
    const { default: usual = null } = objectAt(plain.player.oracle.service.contract.document, one.schema)
    const asked = usual === null ? [] : await askAll([plain, ...withEach(plain, one, [usual]), plain])
    const [before, own, behind] = asked.map((page) => sorted(itemsIn(page) ?? []))
    // A list that is in no order may have another beginning each time; of what is none, nothing is known.
    if (before === undefined || before === '' || before !== behind) continue
    const came = `another list with ${one.name}=${JSON.stringify(usual)} than without it`
    all.push({ came: own === before ? undefined : came, due: 'the default', pages: asked })
  }
  return all
}
