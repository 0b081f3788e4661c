/** Reads a parameter from any request, as a standard reader would. */
import type { AnyContract, Parameter } from '../model.ts'
import { decode, type RequestParts, type Sought, textsOf } from './parameter-texts.ts'
import { sourceOf } from './right.ts'
import { type Demands, demandsOf, itemDemands, membersAmong, shapesOf, type Type } from './shape.ts'
import type { Writing } from './write-parameter.ts'

export type ParameterReading = 'absent' | Reading

/** A parameter, or a member of a form. */
type Readable = Writing & { readonly demands: Demands }

/** `open` is whatever readers legitimately differ on. */
export const readParameter = (
  parameter: Parameter,
  contract: AnyContract,
  request: RequestParts,
): ParameterReading => readMember({ ...parameter, demands: [parameter.schema] }, contract, request)

/** The same for a member of a form, which is read like a parameter of a query. */
export function readMember(member: Readable, contract: AnyContract, request: RequestParts): ParameterReading {
  const { demands, mediaType } = member
  const kind = mediaType === undefined ? kindOf(contract, demands) : 'scalar'
  const names = (): ReadonlySet<string> => new Set(membersAmong(contract, demands).map(({ name }) => name))
  const texts = textsOf({ ...member, kind: kind ?? 'scalar', names }, request)
  if (typeof texts === 'string') return texts
  const decoded = texts.flatMap((text) => decodeIn(member.in, text, kind ?? 'scalar') ?? [])
  if (kind === undefined || decoded.length < texts.length) return 'open'
  if (kind !== 'scalar') return compose(decoded, kind, contract, demands)
  return (mediaType === undefined ? readText : readContent)(decoded[0] ?? '', contract, demands)
}

/** Undefined where a text may be an array or an object as well as something else. */
export function kindOf(contract: AnyContract, demands: Demands): Sought['kind'] | undefined {
  const types = [...typesAmong(contract, demands)].filter((type) => type !== 'null')
  const kinds = new Set(types.map((type) => (type === 'array' || type === 'object' ? type : 'scalar')))
  const [kind = 'scalar'] = kinds
  return kinds.size > 1 ? undefined : kind
}

/** Undefined where readers differ: `+`, delimiters that are encoded, broken codes, and in paths what is special there. */
function decodeIn(place: Parameter['in'], text: string, kind: Sought['kind']): string | undefined {
  if (place === 'header' || place === 'cookie') return ofField(text, place === 'cookie' || kind !== 'scalar')
  const decoded = text.includes('+') && place === 'query' ? undefined : decode(text)
  if (decoded === undefined || (kind !== 'scalar' && decoded.includes(','))) return undefined
  const special = place === 'path' ? /[/\\%;?#\p{Cc}]|^\.{0,2}$/u : /\0/
  return special.test(decoded) ? undefined : decoded
}

/** Some readers decode fields; in lists and cookies, quotation marks may quote. */
function ofField(text: string, mayQuote: boolean): string | undefined {
  return /%[\da-f]{2}|[^ -~]/i.test(text) || (mayQuote && text.includes('"')) ? undefined : text.trim()
}

function readContent(text: string, contract: AnyContract, demands: Demands): Reading {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // Some services take what is no JSON for a text.
    return sourceOf(contract).accepts(demands, text) ? 'open' : { value: text }
  }
}

/** The array or the object of the texts. */
function compose(
  texts: readonly string[],
  kind: 'array' | 'object',
  contract: AnyContract,
  demands: Demands,
): Reading {
  const shape = shapesOf(contract, demands).find(({ types }) => types.includes(kind))
  if (shape === undefined) return 'open'
  const names = kind === 'array' ? [] : texts.filter((_, at) => at % 2 === 0)
  const values = kind === 'array' ? texts : texts.filter((_, at) => at % 2 === 1)
  const readings = values.map((text, at) =>
    readText(text, contract, kind === 'array' ? itemDemands(shape, at) : demandsOf(shape, names[at] ?? '')),
  )
  if (new Set(names).size < names.length || readings.includes('open')) return 'open'
  const found = readings.map((reading) => (reading === 'open' ? undefined : reading.value))
  return { value: kind === 'array' ? found : Object.fromEntries(names.map((name, at) => [name, found[at]])) }
}

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
