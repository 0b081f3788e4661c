/** A query as the contract reads it: parameters separated by `&`, each percent-decoded, `+` for a space. */
import { canonicalDecimal } from '@plant-store/contracts'
import { type IntegerParameter, type Operation } from '../../contract/operations.ts'
import { type Fault, fault } from '../../oracle/analysis.ts'

export interface Parameter {
  readonly name: string
  readonly value: string
  /** Whether it contained a percent code. */
  readonly isEncoded: boolean
}

/**
 * The query that was read last: a request is analysed with and without its condition. Reading queries took a third of
 * the time of making requests.
 */
let last: { readonly query: string; readonly parameters: readonly Parameter[] } | undefined

/** The parameters, in order. Empty ones, as in `?&&`, are left out. */
export function readQuery(query: string): readonly Parameter[] {
  if (last?.query !== query) last = { query, parameters: readParameters(query) }
  return last.parameters
}

function readParameters(query: string): readonly Parameter[] {
  // Some queries repeat one parameter a thousand times: it is read once.
  const read = new Map<string, Parameter>()
  return query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => {
      const parameter = read.get(text) ?? readParameter(text)
      read.set(text, parameter)
      return parameter
    })
}

function readParameter(text: string): Parameter {
  const at = text.indexOf('=')
  const [name, value] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return { name: decode(name), value: decode(value), isEncoded: text.includes('%') }
}

/** An invalid code stands for itself; bytes that are not UTF-8 become U+FFFD, which is not a digit. */
function decode(text: string): string {
  // Most names and values need no decoding.
  if (/^[!-$&-*,-~]*$/.test(text)) return text
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

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
function integerFault(value: string, { minimum, maximum }: IntegerParameter): string | undefined {
  if (canonicalDecimal.test(value)) {
    const number = Number(value)
    return number > maximum ? 'limit-maximum' : number < minimum ? 'limit-minimum' : undefined
  }
  // A double has no room for some fractions: a service that reads one sees a whole number with a decimal point.
  if (/^\d+\.\d+$/.test(value) && Number.isInteger(Number(value))) return 'limit-without-fraction'
  const [rule = 'limit-in-digits-only'] = spellings.find(([, pattern]) => pattern.test(value)) ?? []
  return rule
}

/** The whole numbers of a query, what is wrong with them, and why they are right where their form is unusual. */
interface Numbers {
  readonly values: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
  readonly grounds: readonly string[]
}

export const noNumbers: Numbers = { values: {}, faults: [], grounds: [] }

export function readNumbers(operation: Operation, parameters: readonly Parameter[]): Numbers {
  const values: Record<string, number> = {}
  const faults: Fault[] = []
  const grounds: string[] = []
  const integers = operation.integers
  if (parameters.some(({ name }) => integers.every((integer) => integer.name !== name))) {
    grounds.push('other-parameters-ignored')
  }
  for (const integer of integers) {
    const [given, ...more] = parameters.filter(({ name }) => name === integer.name)
    if (given !== undefined) {
      const rule = more.length > 0 ? 'limit-once' : integerFault(given.value, integer)
      faults.push(...(rule === undefined ? [] : [fault(rule, [400], 'wrong-request-400')]))
      values[integer.name] = Number(given.value)
      grounds.push(
        given.value === '0' ? 'limit-zero' : 'limit-accepts-every-number',
        ...(given.isEncoded ? ['limit-is-percent-decoded'] : []),
      )
    }
  }
  return { values, faults, grounds }
}
