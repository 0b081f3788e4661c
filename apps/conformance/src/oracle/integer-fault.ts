/** Which rule the spelling of a whole number breaks. */
import { canonicalDecimal } from '@plant-store/contracts'
import type { IntegerParameter } from './operation.ts'

/** The first pattern that fits names the rule; a value that fits none is refused as well. */
const spellings: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ['limit-not-empty', /^$/],
  ['limit-minimum', /^-[1-9]\d*$/],
  ['limit-without-sign', /^[+\-\u2212]\d+$/],
  ['limit-without-space', /^(?=.*\s)[\d\s]+$/s],
  ['limit-without-leading-zero', /^0\d+$/],
  // A true fraction is not a whole number, however it is spelled.
  ['limit-is-a-number', /^[+-]?\d*\.\d*[1-9]\d*$/],
  ['limit-without-fraction', /^[+-]?\d*\.\d*$/],
  ['limit-without-exponent', /^[+-]?\d+(?:\.\d*)?e[+-]?\d*$/i],
  // Java's Integer.decode, and so Spring, also reads #10 as hexadecimal.
  ['limit-in-decimal', /^(?:0[xob]|#)[\da-f]*$/i],
  ['limit-is-a-number', /^[A-Za-z]+$/],
  ['limit-in-ascii-digits', /^[\d\p{N}]+$/u],
  // Spellings of whole numbers by programs and people: 1_000, 1'000, 5n.
  ['limit-in-digits-only', /^[+-]?(?:\d+(?:_\d+)*|\d{1,3}(?:[',]\d{3})+)[dflnu]?$/i],
  // A character that ends a value in a URL may be read as the end of this one.
  ['limit-in-digits-only', /^\d+[?;&=#]/],
  ['limit-is-a-number', /^[ -~]+$/],
]

/** Undefined for a valid value. */
export function integerFault(value: string, { minimum, maximum }: IntegerParameter): string | undefined {
  if (canonicalDecimal.test(value)) {
    const number = Number(value)
    return number > maximum ? 'limit-maximum' : number < minimum ? 'limit-minimum' : undefined
  }
  // A double has no room for some fractions: a service that reads one sees a whole number with a decimal point.
  if (/^\d+\.\d+$/.test(value) && Number.isInteger(Number(value))) return 'limit-without-fraction'
  const [rule = 'limit-in-digits-only'] = spellings.find(([, pattern]) => pattern.test(value)) ?? []
  return rule
}
