/** Parameters as they stand in a request, by place, style and explode (OpenAPI 3.1, 4.8.12.2; RFC 6570, 3.2.1): their texts are written, and found again. */
import { type Field, valuesOf } from '@plant-store/raw-http'
import { isObject } from '../../contract/pointers.ts'
import type { Parameter } from '../model.ts'

/** A parameter, or a member of a form, which is written like one. */
export type Writing = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'mediaType'>

/** How a style joins texts: what stands first, what is between those that are exploded, and between others. */
interface Style {
  readonly first: string
  readonly separator: string
  readonly delimiter: string
  /** Whether the name stands before each, or before all that are not exploded. */
  readonly isNamed: boolean
}

const form: Style = { first: '', separator: '&', delimiter: ',', isNamed: true }

const styles: Readonly<Record<string, Style>> = {
  form,
  simple: { first: '', separator: ',', delimiter: ',', isNamed: false },
  label: { first: '.', separator: '.', delimiter: ',', isNamed: false },
  matrix: { first: ';', separator: ';', delimiter: ',', isNamed: true },
  spaceDelimited: { ...form, delimiter: '%20' },
  pipeDelimited: { ...form, delimiter: '%7C' },
  deepObject: form,
}

const styleOf = (name: string): Style => styles[name] ?? form

type Kind = 'scalar' | 'array' | 'object'

/** What stands for the value in its place: in the query or the field `Cookie` with the name. Undefined where the style can't write it so that it could be read again: null, what is nested, an empty array. Of contents, JSON is written. */
export function writeParameter(parameter: Writing, value: unknown): string | undefined {
  const { in: place, style, mediaType } = parameter
  if (styles[style] === undefined) return undefined
  if (mediaType !== undefined && !/[/+]json\b/i.test(mediaType)) return undefined
  const text = write(parameter, mediaType === undefined ? value : JSON.stringify(value))
  return text !== undefined && sendable[place].test(text) ? text : undefined
}

const sendable: Readonly<Record<Parameter['in'], RegExp>> = {
  query: /^/,
  header: /^[!-~](?:[ -~]*[!-~])?$/,
  // Half of the services decode cookies, and the other half do not.
  cookie: /^[^%]*$/,
  // Dots are a path's own, encoded or not (RFC 3986, 6.2.2.3), and an empty segment may be left out.
  path: /^(?!\.{0,2}$)/,
}

function write(parameter: Writing, value: unknown): string | undefined {
  const { name, in: place, style, explode } = parameter
  const kind = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'scalar'
  const raw = [isObject(value) ? Object.entries(value).flat() : value].flat().map((one) => textOf(one))
  const texts = raw.map((text = '') => (place === 'header' ? text : encode(text)))
  if (raw.length === 0 || raw.includes(undefined) || !isReadable(parameter, kind, texts)) return undefined
  const { first, separator, delimiter, isNamed } = styleOf(style)
  const key = place === 'query' ? encode(name) : name
  const named = (text: string): string => (isNamed ? `${key}=${text}` : text)
  if (kind === 'scalar' || !explode) return first + named(texts.join(delimiter))
  const pair = (own: string, text = ''): string =>
    style === 'deepObject' ? `${key}%5B${own}%5D=${text}` : `${own}=${text}`
  const parts = texts.flatMap((text, at) =>
    kind === 'array' ? named(text) : at % 2 === 0 ? pair(text, texts[at + 1]) : [],
  )
  return first + parts.join(separator)
}

/** Whether the style is defined for such a value, and it can be read again: fields escape nothing, a dot is never escaped, nobody joins several cookies. */
function isReadable({ in: place, style, explode }: Writing, kind: Kind, texts: readonly string[]): boolean {
  const { separator, delimiter } = styleOf(style)
  if (style === 'deepObject' && (!explode || kind !== 'object')) return false
  if (place === 'path' && texts.includes('')) return false
  if (kind === 'scalar') return delimiter === ','
  if (texts.some((text) => text.includes(explode ? separator : delimiter))) return false
  // In a list, blanks around commas and empty items mean nothing (RFC 9110, 5.6.1).
  if (place === 'header') return !texts.some((text) => text === '' || /^ | $|[",=]/.test(text))
  return !explode || (place !== 'cookie' && delimiter === ',')
}

/** Numbers with an exponent are none to many readers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value).includes('e') ? undefined : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined
}

/** All but the unreserved characters are percent-encoded (RFC 3986, 2.3). Half a surrogate pair becomes U+FFFD. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )

/** The parts of a request that parameters stand in, as they are sent. */
export interface RequestParts {
  /** What stands in place of the template's expressions, by name. */
  readonly path: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query: string
  readonly fields: readonly Field[]
}

/** `names`: of the members that the schema of an object has. */
export type Sought = Writing & { readonly kind: Kind; readonly names: () => ReadonlySet<string> }

/** The texts of a value, still encoded: one, all items, or names and values in turn. */
type Texts = readonly string[] | 'absent' | 'open'

/** `open` where readers differ on which texts are the parameter's. */
export function textsOf(sought: Sought, { path, query, fields }: RequestParts): Texts {
  const { name, in: place, kind, style, explode } = sought
  if (place === 'query') return fromPairs(sought, query.split('&'))
  if (place === 'cookie')
    return fromPairs(sought, valuesOf({ fields }, 'cookie').join(';').trim().split(/; */))
  const sent = valuesOf({ fields }, name).map((value) => value.trim())
  const values = place === 'header' ? sent : [path[name] ?? []].flat()
  const text = values.join(',')
  const { first, separator, isNamed } = styleOf(style)
  if (values.length === 0) return 'absent'
  if ((kind === 'scalar' && values.length > 1) || separator === '&' || !text.startsWith(first)) return 'open'
  const rest = text.slice(first.length)
  return isNamed
    ? fromPairs(sought, rest.split(separator))
    : split(rest, kind, explode ? separator : ',', explode)
}

function fromPairs(sought: Sought, parts: readonly string[]): Texts {
  const { name, kind, style, explode } = sought
  const pairs = parts.flatMap((text) => {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
    return text === '' ? [] : [[decode(key) ?? key, value] as const]
  })
  // Also what some readers take for the same parameter, and all do for a deep object.
  const own = pairs.filter(([key]) => key.startsWith(name) && /^(?:[[.]|$)/.test(key.slice(name.length)))
  if (style === 'deepObject')
    return clear(
      own.flatMap(([key, value]) => {
        const [, member] = /^\[([^[\]]+)\]$/.exec(key.slice(name.length)) ?? []
        return [member === undefined ? undefined : encodeURIComponent(member), value]
      }),
    )
  if (own.some(([key]) => key !== name)) return 'open'
  if (kind !== 'object' || !explode) return fromValues(sought, clear(own.map(([, value]) => value)))
  // Of an exploded object, only the names that its schema has are known to be its own.
  const names = sought.names()
  const members = pairs.filter(([key]) => names.has(key))
  return names.size === 0 && pairs.length > 0
    ? 'open'
    : clear(members.flatMap(([key, value]) => [encodeURIComponent(key), value]))
}

/** Open where a name is missing, or a value: no equals sign stands there. */
function clear(texts: readonly (string | undefined)[]): Texts {
  const found = texts.filter((text) => text !== undefined)
  return texts.length === 0 ? 'absent' : found.length < texts.length ? 'open' : found
}

function fromValues({ in: place, kind, style, explode }: Sought, values: Texts): Texts {
  if (typeof values === 'string') return values
  const repeats = style === 'matrix' || (style === 'form' && place === 'query')
  if (kind === 'array' && explode) return repeats ? values : 'open'
  return values.length > 1 ? 'open' : split(values[0] ?? '', kind, styleOf(style).delimiter)
}

function split(text: string, kind: Kind, delimiter: string, explode = false): Texts {
  if (kind === 'scalar') return [text]
  const items = text.split(delimiter)
  const flat =
    kind === 'object' && explode ? items.flatMap((item) => item.split(/=(.*)/s).slice(0, 2)) : items
  return kind === 'object' && flat.length % 2 === 1 ? 'open' : flat
}

/** Undefined where the codes are not those of UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
