/** How long a page may be, what it is made of, and which first pages a reader remembers, bounded by the memory that they take. */
import { maxPageSize, type Page } from '../store.ts'

/** Longer pages are not worth remembering. */
export const maxRememberedLimit = 100
/** Over SQLite saves 31 µs in the store per request of the mixed load (`pnpm bench`). */
const maxPages = 10_000
const maxBytes = 64 * 1024 * 1024

/** Roughly the bytes of a plant in memory, without its name and tag, and of a page without plants. */
const [plantBytes, pageBytes] = [150, 250]
/** At most two bytes in V8, and as many again for the text that the service makes of a page and keeps with it. */
const characterBytes = 4

/** For a memory of pages by user and limit, each with its revision, which no other list ever has. */
export const pageBounds = { max: maxPages, maxSize: maxBytes, sizeCalculation: sizeOf }

function sizeOf({ plants }: Page): number {
  let size = pageBytes + plants.length * plantBytes
  for (const { name, tag = '' } of plants) size += characterBytes * (name.length + tag.length)
  return size
}

/** A plant of a list, as the database has it. */
export type PlantRow = readonly [id: number, name: string, tag: string | null]

/** What a page is made of besides the revision of its list. `isCut`: further rows were left out for their length. */
export const toPage = (rows: readonly PlantRow[], isCut: boolean): Omit<Page, 'revision'> => ({
  plants: rows.map(([, name, tag]) => (tag === null ? { name } : { name, tag })),
  last: rows.at(-1)?.[0],
  isCut,
})

/** About the longest text of a page, in characters: names and tags may be a hundred times as long as most. */
export const maxPageLength = 65_536

/** As many of the first rows as have room in one page, but at least one. */
export function cut(rows: readonly PlantRow[]): readonly PlantRow[] {
  let length = 0
  const end = rows.findIndex(([, name, tag], index) => {
    length += name.length + (tag?.length ?? 0)
    return length > maxPageLength && index > 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** Checks the caller's duty, since too long a page would hold everyone else up. Throws a `RangeError`. */
export function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 0 && limit <= maxPageSize) return
  throw new RangeError(`limit must be a whole number from 0 to ${maxPageSize}, not ${limit}`)
}
