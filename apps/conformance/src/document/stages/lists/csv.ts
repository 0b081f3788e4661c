/** Lists that come as CSV, too: each item has a record, with the texts that it has as JSON. */
import { declaredFor } from '../../oracle/asked.ts'
import { readJson, recordsIn } from '../../oracle/content.ts'
import { listIn } from '../../paging.ts'
import { essence } from '../../values/media-types.ts'
import { memberOf } from '../../items.ts'
import { askPages } from './walk.ts'
import { withField } from '../plan.ts'
import { twice } from './twice.ts'

const offered = ['application/json', 'text/csv'] as const

export const csv = twice('lists as CSV', 'body', async (plain) => {
  const types = declaredFor(plain.operation, 200)?.contents.map(({ mediaType }) => essence(mediaType))
  if (!offered.every((type) => types?.includes(type) === true)) return []
  const pages = await askPages(offered.map((type) => withField(plain, ['Accept', type])))
  const [json, text] = pages.map(({ response }) => response)
  const items = json && listIn(readJson(json).value)
  const records = text?.status === 200 ? recordsIn(text).value : undefined
  if (items === undefined || records === undefined) return []
  return [{ came: lostIn(items, records), due: 'a record for each item, with its texts', pages }]
})

/**
 * A record, or a text that no record has, though the column has others: a service may write a kind of value in its own way.
 * A header may be left out (RFC 4180, 3).
 */
function lostIn(
  items: readonly unknown[],
  [names = [], ...records]: readonly (readonly string[])[],
): string | undefined {
  const hasHeader = names.some((name) => items.some((item) => memberOf(item, name) !== undefined))
  const { length } = hasHeader ? records : [names, ...records]
  if (length < items.length) return `${length} records for ${items.length} items`
  for (const [at, name] of names.entries()) {
    const texts = items.map((item) => memberOf(item, name)).filter((value) => typeof value === 'string')
    const own = new Set(records.map((record) => record[at]?.replace(/^'(?=[=+@-])/, '')))
    const lost = texts.find((value) => !own.has(value))
    if (lost !== undefined && texts.some((value) => own.has(value)))
      return `no ${name} ${JSON.stringify(lost)}`
  }
  return undefined
}
