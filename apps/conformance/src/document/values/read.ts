/** Reads the parameters and the body of any request, as a standard reader would. */
import { isUtf8 } from 'node:buffer'
import { type Field, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { readJson } from '../../oracle/json-text.ts'
import type { AnyContract, Content, Parameter, RequestBody } from '../model.ts'
import { problemOf } from '../schemas.ts'
import { contentFor, memberOf, schemaOf, type Syntax, syntaxOf } from './media-types.ts'
import { decode, type RequestParts, type Sought, textsOf, type Writing } from './parameter-texts.ts'
import { accepts } from './right.ts'
import { demandsFor, membersAmong, shapesOf, typesAmong, type Demands, type Type } from './shape.ts'

/** `open` is whatever readers legitimately differ on. */
type Reading = { readonly value: unknown } | 'open'

/** Also of a member of a form, which is read like a parameter of a query. */
export function readParameter(
  parameter: Writing,
  demands: Demands,
  request: RequestParts,
): 'absent' | Reading {
  const { in: place, mediaType } = parameter
  const kind = mediaType === undefined ? kindOf(demands) : 'scalar'
  const names = (): ReadonlySet<string> => new Set(membersAmong(demands).map(({ name }) => name))
  const texts = textsOf({ ...parameter, kind: kind ?? 'scalar', names }, request)
  if (typeof texts === 'string') return texts
  const decoded = texts.flatMap((text) => decodeIn(place, text, kind ?? 'scalar') ?? [])
  if (kind === undefined || decoded.length < texts.length) return 'open'
  if (kind !== 'scalar') return compose(decoded, kind, demands)
  return (mediaType === undefined ? readText : readContent)(decoded[0] ?? '', demands)
}

/** Undefined where a text may be an array or an object as well as something else. */
export function kindOf(demands: Demands): Sought['kind'] | undefined {
  const types = [...typesAmong(demands)].filter((type) => type !== 'null')
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
const ofField = (text: string, mayQuote: boolean): string | undefined =>
  /%[\da-f]{2}|[^ -~]/i.test(text) || (mayQuote && text.includes('"')) ? undefined : text.trim()

function readContent(text: string, demands: Demands): Reading {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // Some services take what is no JSON for a text.
    return accepts(demands, text) ? 'open' : { value: text }
  }
}

/** The array or the object of the texts. */
function compose(texts: readonly string[], kind: 'array' | 'object', demands: Demands): Reading {
  const shape = shapesOf(demands).find(({ types }) => types.includes(kind))
  if (shape === undefined) return 'open'
  const names = kind === 'array' ? [] : texts.filter((_, at) => at % 2 === 0)
  const values = kind === 'array' ? texts : texts.filter((_, at) => at % 2 === 1)
  const readings = values.map((text, at) =>
    readText(text, kind === 'array' ? shape.itemDemands(at) : shape.demandsOf(names[at] ?? '')),
  )
  if (new Set(names).size < names.length || readings.includes('open')) return 'open'
  const found = readings.map((reading) => (reading === 'open' ? undefined : reading.value))
  return { value: kind === 'array' ? found : Object.fromEntries(names.map((name, at) => [name, found[at]])) }
}

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
export function readText(text: string, demands: Demands): Reading {
  const types = typesAmong(demands)
  const due = spellings.filter((spelling) => spelling.types.some((type) => types.has(type)))
  const strict = due.filter((spelling) => spelling.strict.test(text))
  const isNear = due.some((spelling) => !strict.includes(spelling) && spelling.near.test(text))
  if (isOdd(text) || isNear || types.has('array') || types.has('object')) return 'open'
  const read = strict.map((spelling) => spelling.read(text))
  const values = types.has('string') || read.length === 0 ? [...read, text] : read
  const [value] = values
  const isRight = accepts(demands, value)
  if (values.some((one) => accepts(demands, one) !== isRight)) return 'open'
  // More digits than a double has, or a number beyond 64 bits, is for the service to refuse or to take.
  return isRight && typeof value === 'number' && String(value) !== text ? 'open' : { value }
}

/** Whether the body is right; `open` where the document does not say, or readers may differ. */
export function isRightBody(
  contract: AnyContract,
  declared: RequestBody,
  request: Pick<SentRequest, 'fields' | 'body'>,
): boolean | 'open' {
  const reading = readBody(contract, declared, request)
  if (reading === 'absent') return !declared.isRequired
  if (typeof reading === 'string') return reading === 'open' && reading
  const schema = schemaOf(reading.content)
  if (problemOf(contract, schema, 'request') !== undefined) return 'open'
  return accepts(demandsFor(contract, schema), reading.value)
}

/** `wrong` without a value, such as JSON that is cut short. `body` has a character for each byte, without codings of transfer. */
export function readBody(
  contract: AnyContract,
  declared: RequestBody,
  { fields, body = '' }: Pick<SentRequest, 'fields' | 'body'>,
): 'absent' | 'wrong' | 'open' | { readonly value: unknown; readonly content: Content } {
  const mediaType = mediaTypeOf(fields)
  if (body === '') return mediaType === undefined || declared.isRequired ? 'absent' : 'open'
  if (mediaType === undefined || mediaType === 'open') return 'open'
  const content = contentFor(declared.contents, mediaType)
  const syntax = syntaxOf(mediaType)
  // A service may go by the content itself, whatever type it is said to have (RFC 9110, 8.3).
  if (content === undefined || syntax === undefined) return 'open'
  const reading = readers[syntax](body, contract, content)
  return typeof reading === 'string' ? reading : { ...reading, content }
}

/** Undefined without one: a service may then look at the content (RFC 9110, 8.3). */
function mediaTypeOf(fields: readonly Field[]): string | undefined {
  const types = valuesOf({ fields }, 'content-type').map((value) => value.trim())
  const [type] = types
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  const isCoded = fields.some(([name]) => /^(?:content|transfer)-encoding$/i.test(name))
  return types.length > 1 || type === '' || isCoded || !/^utf-?8$/i.test(charset) ? 'open' : type
}

type Reader = (body: string, contract: AnyContract, content: Content) => Reading | 'wrong'

const readers: Readonly<Record<Syntax, Reader>> = {
  json: (body) => {
    const { value } = readJson(Buffer.from(body, 'latin1'))
    // Parsers differ on a byte-order mark (RFC 8259, 8.1).
    if (body.startsWith('\u00EF\u00BB\u00BF')) return 'open'
    return value === undefined ? 'wrong' : { value }
  },
  form: readForm,
  text: (body, contract, content) => {
    const bytes = Buffer.from(body, 'latin1')
    return isUtf8(bytes) ? readText(bytes.toString(), demandsFor(contract, schemaOf(content))) : 'open'
  },
}

/** The object of the form's members; those that are absent are left out. Alternatives of objects are open. */
function readForm(body: string, contract: AnyContract, content: Content): Reading {
  const shapes = shapesOf(demandsFor(contract, schemaOf(content)))
  const [shape, other] = shapes.filter(({ types }) => types.includes('object'))
  if (shape === undefined || other !== undefined || /[^!-~]/.test(body)) return 'open'
  const request = { path: {}, query: body.replaceAll('+', '%20'), fields: [] }
  const found = new URLSearchParams(body).keys().map((name) => name.replace(/[[.].*/s, ''))
  const names = new Set([...shape.members.map(({ name }) => name), ...found])
  const members: [string, unknown][] = []
  for (const name of names) {
    const member = memberOf(contract, content, name)
    const reading = readParameter(member, shape.demandsOf(name), request)
    if (reading === 'open') return 'open'
    if (reading !== 'absent') members.push([name, reading.value])
  }
  return { value: Object.fromEntries(members) }
}
