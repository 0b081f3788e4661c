/** Reads a scalar from text, as a parameter and a member of a form have it. */
import type { AnyContract } from '../model.ts'
import { sourceOf } from './right.ts'
import { type Demands, shapesOf, type Type } from './shape.ts'

/** What a standard reader makes of a text; `open` where such readers differ. */
export type Reading = { readonly value: unknown } | 'open'

/** All types that a value of the schemas may have. */
export const typesAmong = (contract: AnyContract, demands: Demands): ReadonlySet<Type> =>
  new Set(shapesOf(contract, demands).flatMap(({ types }) => types))

/** How a type is spelled, and how only some readers take it to be. */
interface Spelling {
  readonly types: readonly Type[]
  readonly strict: RegExp
  readonly near: RegExp
  readonly read: (text: string) => unknown
}

const spellings: readonly Spelling[] = [
  {
    types: ['integer', 'number'],
    strict: /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/,
    // Signs, zeros in front, fractions of zero, exponents, other bases, other digits, suffixes.
    near: /^[\s+\-\u2212]*(?:[\p{N}_.,']*\p{N}[\p{N}_.,']*(?:e[+-]?\d+)?[dflnu]?|0[xob][\da-f]*|nan|inf(?:inity)?)$/iu,
    read: Number,
  },
  {
    types: ['boolean'],
    strict: /^(?:true|false)$/,
    near: /^(?:true|false|[01tfyn]|yes|no|on|off)$/i,
    read: (text) => text === 'true',
  },
  { types: ['null'], strict: /(?!)/, near: /^(?:null|nil|none|undefined)$/i, read: () => null },
]

/** Readers of forms trim blanks, and refuse or cut control characters. */
const isOdd = (text: string): boolean =>
  text === '' || text !== text.trim() || /[\p{Cc}\uFEFF\uFFFD]/u.test(text)

/** Open are what is empty, blanks around it, and spellings of numbers, booleans and null that only some readers take. */
export function readText(text: string, contract: AnyContract, demands: Demands): Reading {
  const types = typesAmong(contract, demands)
  const due = spellings.filter((spelling) => spelling.types.some((type) => types.has(type)))
  const strict = due.filter((spelling) => spelling.strict.test(text))
  const isNear = due.some((spelling) => !strict.includes(spelling) && spelling.near.test(text))
  if (isOdd(text) || isNear || types.has('array') || types.has('object')) return 'open'
  const read = strict.map((spelling) => spelling.read(text))
  const values = types.has('string') || read.length === 0 ? [...read, text] : read
  const source = sourceOf(contract)
  const [value] = values
  const isRight = source.accepts(demands, value)
  if (values.some((one) => source.accepts(demands, one) !== isRight)) return 'open'
  // More digits than a double has, or a number beyond 64 bits, is for the service to refuse or to take.
  return isRight && typeof value === 'number' && String(value) !== text ? 'open' : { value }
}
