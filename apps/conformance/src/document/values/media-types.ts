/** What a media type says about how a body is written, and how the document says that a member of a form is. */
import { objectAt, pointerTo } from '../../contract/pointers.ts'
import type { AnyContract, Content } from '../model.ts'
import type { Writing } from './parameter-texts.ts'

export type Syntax = 'json' | 'form' | 'text'

/** Without parameters, in lower case (RFC 9110, 8.3.1). */
export const essence = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase()

/** One that nobody declares. */
export const unknownType = 'application/x-unknown'

/** Undefined for media types that are neither written nor read, such as XML, files and multipart forms. */
export function syntaxOf(mediaType: string): Syntax | undefined {
  const name = essence(mediaType)
  if (/[/+]json$/.test(name)) return 'json'
  if (name === 'application/x-www-form-urlencoded') return 'form'
  return /^text\/(?!xml|html)/.test(name) ? 'text' : undefined
}

/** The media type to send for a declared one, which may be a range (RFC 9110, 12.5.1). */
export function concrete(mediaType: string): string {
  const name = essence(mediaType)
  if (name === 'text/*') return 'text/plain'
  return name === '*/*' || name === 'application/*' ? 'application/json' : mediaType
}

/** The declared content of a body with a media type; an exact one before a range. */
export const contentFor = (contents: readonly Content[], mediaType: string): Content | undefined =>
  [essence(mediaType), essence(mediaType).replace(/\/.*/, '/*'), '*/*']
    .map((name) => contents.find((content) => essence(content.mediaType) === name))
    .find((content) => content !== undefined)

/** The pointer to the schema of a content; where nothing stands there, every value is right. */
export const schemaOf = (content: Content): string => content.schema ?? `${content.pointer}/schema`

/** How a member of a form is written (OpenAPI 3.1, 4.8.15): like a parameter of a query. */
export function memberOf({ document }: AnyContract, content: Content, name: string): Writing {
  const encoding = objectAt(document, `${content.pointer}/encoding${pointerTo(name)}`)
  const { style = 'form', explode = style === 'form', contentType: type } = encoding
  const isJson = typeof type === 'string' && syntaxOf(type) === 'json'
  const how = { style: String(style), explode: explode === true }
  return { name, in: 'query', ...how, ...(isJson && { mediaType: type }) }
}
