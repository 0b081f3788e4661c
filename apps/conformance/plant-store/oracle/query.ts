/** A query as the contract reads it: parameters separated by `&`, each percent-decoded, `+` for a space. */
import { canonicalDecimal } from '@plant-store/contracts'
import { limits } from '../contract.ts'
import { type PlantFault, fault } from './analysis.ts'

/** The parameters. A question mark that the query begins with is part of a name. */
export const readQuery = (query: string): URLSearchParams => new URLSearchParams(`&${query}`)

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
function limitFault(value: string): string | undefined {
  if (canonicalDecimal.test(value)) {
    const number = Number(value)
    return number > limits.most ? 'limit-maximum' : number < limits.least ? 'limit-minimum' : undefined
  }
  // A double has no room for some fractions: a service that reads one sees a whole number with a decimal point.
  if (/^\d+\.\d+$/.test(value) && Number.isInteger(Number(value))) return 'limit-without-fraction'
  const [rule = 'limit-in-digits-only'] = spellings.find(([, pattern]) => pattern.test(value)) ?? []
  return rule
}

/** The limit of a query, what is wrong with it, and why it is right where its form is unusual. */
interface Limit {
  readonly limit?: number | undefined
  readonly faults: readonly PlantFault[]
  readonly grounds: readonly string[]
}

export function readLimit(query: string): Limit {
  const parameters = readQuery(query)
  const others = [...parameters.keys()].some((name) => name !== 'limit') ? ['other-parameters-ignored'] : []
  const [given, ...more] = parameters.getAll('limit')
  if (given === undefined) return { faults: [], grounds: others }
  const rule = more.length > 0 ? 'limit-once' : limitFault(given)
  const ground = given === '0' ? 'limit-zero' : 'limit-accepts-every-number'
  const isCoded = query.split('&').some((part) => part.includes('%') && readQuery(part).has('limit'))
  return {
    limit: Number(given),
    faults: rule === undefined ? [] : [fault(rule, [400], 'wrong-request-400')],
    grounds: [...others, ground, ...(isCoded ? ['limit-is-percent-decoded'] : [])],
  }
}
