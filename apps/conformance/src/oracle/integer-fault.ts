/** Which rule the spelling of a whole number breaks. */
import { canonicalDecimal } from '@plant-store/contracts'
import type { IntegerParameter } from './operation.ts'

/** The first that fits; what fits none is refused as well. */
const spellings: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ['limit-not-empty', /^$/],
  ['limit-minimum', /^-[1-9]\d*$/],
  ['limit-without-sign', /^[+\-\u2212]\d+$/],
  ['limit-without-space', /^(?=.*\s)[\d\s]+$/s],
  ['limit-without-leading-zero', /^0\d+$/],
  // A true fraction is no whole number in any spelling.
  ['limit-is-a-number', /^[+-]?\d*\.\d*[1-9]\d*$/],
  ['limit-without-fraction', /^[+-]?\d*\.\d*$/],
  ['limit-without-exponent', /^[+-]?\d+(?:\.\d*)?e[+-]?\d*$/i],
  ['limit-in-decimal', /^0[xob][\da-f]*$/i],
  ['limit-is-a-number', /^[A-Za-z]+$/],
  ['limit-in-ascii-digits', /^[\d\p{N}]+$/u],
  // As programs and people write whole numbers: 1_000, 1'000, 5n.
  ['limit-in-digits-only', /^[+-]?(?:\d+(?:_\d+)*|\d{1,3}(?:[',]\d{3})+)[dflnu]?$/i],
  // What ends a value in an address may be read as its end.
  ['limit-in-digits-only', /^\d+[?;&=#]/],
  ['limit-is-a-number', /^[ -~]+$/],
]

/** Undefined for a right one. */
export function integerFault(value: string, { minimum, maximum }: IntegerParameter): string | undefined {
  if (canonicalDecimal.test(value)) {
    const number = Number(value)
    return number > maximum ? 'limit-maximum' : number < minimum ? 'limit-minimum' : undefined
  }
  const [rule = 'limit-in-digits-only'] = spellings.find(([, pattern]) => pattern.test(value)) ?? []
  return rule
}
