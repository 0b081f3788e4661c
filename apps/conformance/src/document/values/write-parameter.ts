/** Writes values into requests by style and explode (OpenAPI 3.1, 4.8.12.2; RFC 6570, 3.2.1). */
import type { Field } from '@plant-store/raw-http'
import { isObject } from '../../contract/pointers.ts'
import type { Parameter } from '../model.ts'

/** Where a parameter stands in a request. */
export interface Written {
  /** Parts of the query, to be joined by `&`. */
  readonly query?: readonly string[]
  readonly field?: Field
  /** What stands in place of the template's expression. */
  readonly path?: string
  /** A pair for the field `Cookie`. */
  readonly cookie?: string
}

/** What writing goes by: a member of a form is written like a parameter. */
export type Writing = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'mediaType'>

/** Undefined where the style can't write the value so that it could be read again: null, what is nested, an empty array. Of contents, JSON is written. */
export function writeParameter(parameter: Writing, value: unknown): Written | undefined {
  const { mediaType } = parameter
  if (mediaType !== undefined && !/[/+]json\b/i.test(mediaType)) return undefined
  const text = styled(parameter, mediaType === undefined ? value : JSON.stringify(value))
  if (text === undefined) return undefined
  if (parameter.in === 'query') return { query: text.split('&') }
  if (parameter.in === 'header') return isFieldValue(text) ? { field: [parameter.name, text] } : undefined
  // Half of the services decode cookies, and the other half do not.
  if (parameter.in === 'cookie') return text.includes('%') ? undefined : { cookie: text }
  // Dots are a path's own, encoded or not (RFC 3986, 6.2.2.3), and an empty segment may be left out.
  return ['', '.', '..'].includes(text) ? undefined : { path: text }
}

const isFieldValue = (text: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(text)

/** A value's texts, escaped: one, the items, or names and values in turn. */
interface Escaped {
  readonly key: string
  readonly kind: 'scalar' | 'array' | 'object'
  readonly texts: readonly string[]
  readonly explode: boolean
}

function styled(parameter: Writing, value: unknown): string | undefined {
  const { name, in: place, style, explode } = parameter
  const kind = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'scalar'
  const raw = [isObject(value) ? Object.entries(value).flat() : value].flat().map((one) => textOf(one))
  const texts = raw.map((text = '') => (place === 'header' ? text : encode(text)))
  const escaped = { key: place === 'query' ? encode(name) : name, kind, texts, explode } as const
  if (raw.length === 0 || raw.includes(undefined) || isAmbiguous(parameter, escaped)) return undefined
  return writers[style]?.(escaped)
}

type Writer = (escaped: Escaped) => string | undefined

const pairsOf = (texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ''] as const] : []))

/** As RFC 6570 says in appendix A. */
const expand =
  (first: string, separator: string, isNamed: boolean): Writer =>
  ({ key, kind, texts, explode }) => {
    const named = (text: string): string => (isNamed ? `${key}=${text}` : text)
    if (kind === 'scalar' || !explode) return first + named(texts.join(','))
    const parts =
      kind === 'object' ? pairsOf(texts).map((pair) => pair.join('=')) : texts.map((text) => named(text))
    return first + parts.join(separator)
  }

const delimited =
  (delimiter: string): Writer =>
  ({ key, kind, texts, explode }) =>
    explode || kind === 'scalar' || texts.some((text) => text.includes(delimiter))
      ? undefined
      : `${key}=${texts.join(delimiter)}`

const writers: Readonly<Record<string, Writer>> = {
  simple: expand('', ',', false),
  label: expand('.', '.', false),
  matrix: expand(';', ';', true),
  form: expand('', '&', true),
  spaceDelimited: delimited('%20'),
  pipeDelimited: delimited('%7C'),
  deepObject: ({ key, kind, texts, explode }) =>
    explode && kind === 'object'
      ? pairsOf(texts)
          .map(([name, text]) => `${key}%5B${name}%5D=${text}`)
          .join('&')
      : undefined,
}

/** Whether it could not be read again: fields escape nothing, a dot is never escaped, nobody joins several cookies. */
function isAmbiguous({ in: place, style }: Writing, { kind, texts, explode }: Escaped): boolean {
  if (place === 'path' && texts.includes('')) return true
  if (kind === 'scalar') return false
  if (style === 'label' && explode) return texts.some((text) => text.includes('.'))
  // In a list, blanks around commas and empty items mean nothing (RFC 9110, 5.6.1).
  if (place === 'header') return texts.some((text) => text === '' || /^ | $|[",=]/.test(text))
  return place === 'cookie' && explode
}

/** Numbers with an exponent are none to many readers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value).includes('e') ? undefined : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined
}

/** All but the unreserved characters are percent-encoded (RFC 3986, 2.3). Half a surrogate pair becomes U+FFFD. */
export const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
