/** What is assumed where nothing is said of pages. Of filters, a default may be that of what is made, in a schema for both. */
import { objectAt } from '../../../contract/pointers.ts'
import { isOfPages } from '../../paging.ts'
import { askFor, itemsIn, namesOf, type Page } from './walk.ts'
import { withValues } from '../plan.ts'
import { type Fault, twice } from './twice.ts'

export const defaults = twice('defaults of pages', 'pages', async (place, plain) => {
  const { document } = place.player.oracle.service.contract
  const faults: (Fault | undefined)[] = []
  for (const parameter of place.operation.parameters.filter((one) => one.in === 'query' && isOfPages(one))) {
    const { default: usual = null } = objectAt(document, parameter.schema)
    if (usual === null || parameter.isRequired) continue
    const given = withValues(plain, [[parameter, usual]])
    const pages = [await askFor(place, plain), await askFor(place, given), await askFor(place, plain)]
    const [before, own, behind] = pages.map((page) => page && textOf(page))
    // A list that is in no order may have another beginning each time.
    const isWrong = before === behind && ![own, before].includes(undefined) && own !== before
    const came = `another list with ${parameter.name}=${JSON.stringify(usual)} than without it`
    faults.push(
      isWrong
        ? { came, due: 'the default', shown: [{ pages: pages.flatMap((page) => page ?? []) }] }
        : undefined,
    )
  }
  return faults
})

const textOf = (page: Page): string | undefined => {
  const items = itemsIn(page)
  return items && namesOf({ items }).toSorted().join()
}
