/** How long a page may be, what it is made of, and which first pages a reader remembers, bounded by the memory that they take. */
import type { Plant } from '@plant-store/contracts'
import { lengthOf, type ListedRow, toPlant } from '../plant-members.ts'
import { maxPageSize, type Page } from '../store.ts'

/** Longer pages are not remembered; over PostgreSQL, shorter ones do not wait for them. */
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
  for (const plant of plants) size += characterBytes * lengthOf(plant)
  return size
}

/** About the longest text of a page, in characters: names and tags may be a hundred times as long as most. */
export const maxPageLength = 65_536

/** A page without the revision of its list: of all rows, or of as many as have room in `length` characters, at least one. */
export function toPage(rows: readonly ListedRow[], length?: number): Omit<Page, 'revision'> {
  const plants = rows.map((row) => toPlant(row))
  const end = length === undefined ? -1 : endOf(plants, length)
  if (end === -1) return { plants, last: rows.at(-1)?.[0], isCut: false }
  return { plants: plants.slice(0, end), last: rows[end - 1]?.[0], isCut: true }
}

/** The number of plants that have room, at least one; -1: all have. */
function endOf(plants: readonly Plant[], length: number): number {
  let left = length
  return plants.findIndex((plant, index) => {
    left -= lengthOf(plant)
    return left < 0 && index > 0
  })
}

/** Checks the caller's duty, since too long a page would hold everyone else up. Throws a `RangeError`. */
export function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 0 && limit <= maxPageSize) return
  throw new RangeError(`limit must be a whole number from 0 to ${maxPageSize}, not ${limit}`)
}
