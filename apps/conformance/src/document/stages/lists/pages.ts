/** Lists that come in pages: all pages together have each thing once, however large they are. */
import { inTurn, valuesOf } from '@plant-store/raw-http'
import { isOfPages, isOrder, pageSizeOf, pagingOf, sizesOf } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { type Place, type Plan, valuesOf as valuesIn, withValues } from '../plan.ts'
import { forEachSafe } from '../stage.ts'
import {
  type Ask,
  askFor,
  namesOf,
  type Page,
  pageMembers,
  pageOf,
  walk,
  walkAll,
  type Walked,
} from './walk.ts'

/** What keeps them from being the same list; undefined where nothing does. */
function differenceOf(some?: Walked, whole?: Walked): string | undefined {
  if (some === undefined || whole?.isWhole !== true) return undefined
  const names = namesOf(some)
  const due = namesOf(whole).slice(0, some.isWhole ? undefined : names.length)
  if (names.toSorted().join() === due.toSorted().join()) return undefined
  const missing = due.find((name) => !names.includes(name))
  return missing === undefined ? 'something twice' : `no ${missing}`
}

/** A page that says how many there are on all pages says what all pages have. */
function wrongTotal(all: readonly Page[], { items }: Walked): string | undefined {
  const totals = all
    .filter(({ response }) => response.status === 200)
    .flatMap(({ response }): readonly unknown[] =>
      pageMembers(response)
        .filter(([name]) => namesOfTotal.test(name))
        .map(([, value]) => value)
        .concat(valuesOf(response, 'x-total-count').map(Number)),
    )
  const wrong = totals.find((total) => Number.isInteger(total) && total !== items.length)
  return wrong === undefined ? undefined : `a total of ${JSON.stringify(wrong)}, for ${items.length}`
}

const namesOfTotal = /^total(?:[_-]?(?:count|items|results|elements))?$/i

/**
 * With each of the first values of what is no matter of pages, such as a filter: it holds for further pages, too. By each
 * order, other things are equal.
 */
const filtered = (place: Place, plain: Plan): readonly Plan[] =>
  place.operation.parameters
    .filter((one) => one.in === 'query' && !one.isRequired && !isOfPages(one))
    .flatMap((one) =>
      valuesIn(place, one, plain.caller)
        .slice(0, isOrder(one) ? undefined : 2)
        .map((value) => withValues(plain, [[one, value]])),
    )

/** The smallest pages show most. */
async function seePages(place: Place, plain: Plan, counts: readonly number[]): Promise<void> {
  if (!place.player.oracle.isChecked(ruleId(place.operation, 'pages'))) return
  const { player, operation } = place
  const { contract } = player.oracle.service
  const paging = pagingOf(contract, operation)
  const size = pageSizeOf(operation)
  if (size === undefined) return
  const ask: Ask = (values) => askFor(place, withValues(plain, values))
  const look = async (count: number): Promise<readonly [Walked | undefined, string | undefined]> => {
    const first = paging ? undefined : await pageOf(place, (values) => ask([[size, count], ...values]))
    // Where nothing says how the list goes on, it is its beginning.
    const some = paging ? await walk(operation, paging, count, ask) : first && { ...first, isWhole: false }
    const whole = await (paging ? walkAll(contract, operation, ask) : pageOf(place, ask))
    const total =
      paging && some && whole?.isWhole === true
        ? wrongTotal([...some.pages, ...whole.pages], whole)
        : undefined
    return [whole?.isWhole === true ? some : undefined, differenceOf(some, whole) ?? total]
  }
  for (const count of sizesOf(contract, { size }, counts)) {
    const [some, difference] = await look(count)
    // What others have changed meanwhile is no fault, nor is an order that changes.
    const isSame = difference === undefined || difference === (await look(count))[1]
    const came = difference === undefined ? undefined : `pages of ${count} with ${difference}`
    if (some !== undefined && isSame) tellOf(place, some.pages, came)
  }
}

export const pages = forEachSafe('pages of lists', async (place, plain) => {
  await seePages(place, plain, [1, 2, 3])
  for (const plan of filtered(place, plain)) await seePages(place, plan, [2])
})

function tellOf({ player, operation }: Place, all: readonly Page[], came: string | undefined): void {
  const rule = ruleId(operation, 'pages')
  for (const { sent } of all.slice(-1))
    if (came === undefined) player.collector.kept(rule, sent.exchange)
    else {
      const due = 'each thing once, as in larger pages'
      player.findings.tell({ rule, came, due }, sent, inTurn(all.map(({ ask }) => ask)))
    }
}
