/** Counts for people. */

/** `1 plant`, `2 plants`, `1,000 plants`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
