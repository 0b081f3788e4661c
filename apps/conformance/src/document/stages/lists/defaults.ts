/** What is assumed where nothing is said of pages. Of filters, a default may be that of what is made, in a schema for both. */
import { objectAt } from '../../../contract/pointers.ts'
import { isOfPages } from '../../paging.ts'
import { askPages, itemsIn, namesOf, type Page } from './walk.ts'
import { withValues } from '../plan.ts'
import { type Shown, twice } from './twice.ts'

export const defaults = twice('defaults of pages', 'pages', async (plain) => {
  const { parameters } = plain.operation
  const all: Shown[] = []
  for (const one of parameters.filter((own) => own.in === 'query' && !own.isRequired && isOfPages(own))) {
    const { default: usual = null } = objectAt(plain.player.oracle.service.contract.document, one.schema)
    const pages = usual === null ? [] : await askPages([plain, withValues(plain, [[one, usual]]), plain])
    const [before, own, behind] = pages.map((page) => textOf(page))
    // A list that is in no order may have another beginning each time.
    if (before === undefined || own === undefined || before !== behind) continue
    const other = `another list with ${one.name}=${JSON.stringify(usual)} than without it`
    all.push({ came: own === before ? undefined : other, due: 'the default', pages })
  }
  return all
})

const textOf = (page: Page): string | undefined => {
  const items = itemsIn(page)
  return items && namesOf(items).toSorted().join()
}
