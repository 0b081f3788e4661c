/** Strings for a schema of strings: by format, by pattern, by length. None is yet known to be right. */
import * as fc from 'fast-check'
import { once } from '../once.ts'
import { regExp } from '../patterns.ts'
import { formats } from './formats.ts'
import { keywordsOf, numbersOf, type Shape } from './shape.ts'

/** Longer strings would only measure how much a service takes. */
const longest = 2000

/** Text that is easily damaged: by a wrong encoding, or by what reads it as something else. */
const delicate = ['Grüße 世界 🌿', `a'b"c<d>&e;f%20g\\h/i,j`, 'null']

/** The plainest first. */
export function textsFor(shape: Shape): readonly string[] {
  const { min, max } = lengthsOf(shape)
  const patterns = keywordsOf(shape, 'pattern').map(([, pattern]) => String(pattern))
  const named = keywordsOf(shape, 'format').flatMap(([, name]) => formats[String(name)]?.right ?? [])
  const fit = (text: string): string => Array.from(text.padEnd(min, 'abc')).slice(0, max).join('')
  const sized = [min, min + 1, max, max - 1].filter((length) => length >= 0 && length <= longest)
  const alphabets = patterns.length > 0 ? ['a', 'A', '0'] : ['a', '🌿']
  const found = patterns.flatMap((pattern) => matching(pattern))
  const byLength = found.toSorted((a, b) => a.length - b.length)
  return [
    ...named,
    ...(named.length > 0 || found.length > 0 ? byLength.slice(0, 4) : [fit('text'), fit(delicate[0] ?? '')]),
    ...byLength.slice(-2),
    ...found.map((text) => Array.from(text).slice(0, max).join('')),
    ...(named.length > 0 && found.length === 0
      ? []
      : sized.flatMap((length) => alphabets.map((letter) => letter.repeat(length)))),
    ...delicate.map((text) => fit(text)),
    fit('text'),
    fit('A1'),
  ]
}

/** By the number of characters; `max` is Infinity where there is no bound. */
export const lengthsOf = (shape: Shape): { readonly min: number; readonly max: number } => ({
  min: Math.min(longest, Math.max(0, ...numbersOf(shape, 'minLength'))),
  max: Math.min(...numbersOf(shape, 'maxLength'), Infinity),
})

/** The same patterns stand in many places, and drawing from a large class of characters takes a fifth of a second. */
const drawn = once<readonly string[]>()

/** Some strings that match, nearly as short as can be first; none where the pattern can't be drawn from. */
export const matching = (pattern: string, seed = 1): readonly string[] =>
  drawn(drawn, `${seed} ${pattern}`, () => draw(pattern, seed))

// A pattern without ends matches within any text: the shortest such text is the plainest.
const draw = (pattern: string, seed: number): readonly string[] =>
  (['xsmall', 'small'] as const).flatMap((size) => {
    try {
      const strings = fc.stringMatching(regExp(`^(?:${pattern})$`), { size })
      return fc.sample(strings, { seed, numRuns: 6 })
    } catch {
      // A look-ahead, say, or a syntax of other languages: the validator decides about what is tried instead.
      return []
    }
  })
