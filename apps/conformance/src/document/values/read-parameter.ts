/** Reads a parameter from any request, as a standard reader would. */
import type { AnyContract, Parameter } from '../model.ts'
import { decode, type RequestParts, type Sought, textsOf } from './parameter-texts.ts'
import { type Reading, readText, typesAmong } from './read-text.ts'
import { sourceOf } from './right.ts'
import { type Demands, demandsOf, itemDemands, membersAmong, shapesOf } from './shape.ts'
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
