/** Numbers and strings for schemas: at their bounds and within them, by format and by pattern. None is yet known to be right. */
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { parse } from 'yaml'
import { once } from '../once.ts'
import { regExp } from '../patterns.ts'
import type { Shape } from './shape.ts'

/** The bounds themselves are in; Infinity where there are none. A step of 0 is that of any number. */
export function rangeOf(shape: Shape): Readonly<Record<'min' | 'max' | 'step', number>> {
  const step = Math.max(shape.types.includes('integer') ? 1 : 0, ...shape.numbersOf('multipleOf'))
  const beside = step === 0 ? 0.5 : step
  const isShort = shape.valuesOf('format').includes('int32')
  const above = shape.numbersOf('exclusiveMinimum').map((bound) => bound + beside)
  const below = shape.numbersOf('exclusiveMaximum').map((bound) => bound - beside)
  const min = Math.max(isShort ? -(2 ** 31) : -Infinity, ...shape.numbersOf('minimum'), ...above)
  const max = Math.min(isShort ? 2 ** 31 - 1 : Infinity, ...shape.numbersOf('maximum'), ...below)
  return step === 0
    ? { min, max, step }
    : { min: Math.ceil(min / step) * step, max: Math.floor(max / step) * step, step }
}

/** The plainest first. */
export function numbersFor(shape: Shape): readonly number[] {
  const { min, max, step } = rangeOf(shape)
  const by = step === 0 ? 1 : step
  const within = Math.max(Math.min(by, max), min)
  const parts = step === 0 ? [0.5, within + 0.25, 1.1, -0.5] : []
  // 2³¹ + 1 needs more than 32 bits, 2⁵³ − 1 is the last whole number that every reader of JSON has.
  const large = max === Infinity && step <= 1 ? [2_147_483_649] : []
  const all = [within, min, max, min + by, max - by, 0, 2 * by, 10 * by, ...parts, -by, ...large]
  return all
    .filter((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER && !String(value).includes('e'))
    .map((value) => value + 0)
}

/** Longer strings would only measure how much a service takes. */
const longest = 2000

/** Text that is easily damaged: by a wrong encoding, or by what reads it as something else. */
const delicate = ['Grüße 世界 🌿', `a'b"c<d>&e;f%20g\\h/i,j`, 'null']

/** The plainest first. */
export function textsFor(shape: Shape): readonly string[] {
  const { min, max } = lengthsOf(shape)
  const patterns = shape.valuesOf('pattern').map(String)
  const named = shape.valuesOf('format').flatMap((name) => formats[String(name)]?.right ?? [])
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
export const lengthsOf = (shape: Shape): Readonly<Record<'min' | 'max', number>> => ({
  min: Math.min(longest, Math.max(0, ...shape.numbersOf('minLength'))),
  max: Math.min(...shape.numbersOf('maxLength'), Infinity),
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

interface Format {
  readonly right: readonly string[]
  readonly alike: readonly string[]
}

const table = readFileSync(new URL('formats.yaml', import.meta.url), 'utf8')

/** Strings of a format, and strings that only look alike. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has nothing else
export const formats = parse(table) as Readonly<Record<string, Format>>
