/** Reads the body of any request, as a standard reader would. */
import { isUtf8 } from 'node:buffer'
import type { Field } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { readJson } from '../../oracle/json-text.ts'
import type { AnyContract, Content, RequestBody } from '../model.ts'
import { contentFor, memberOf, schemaOf, type Syntax, syntaxOf } from './media-types.ts'
import { readMember, readText } from './read-parameter.ts'
import { demandsOf, namedMembers, shapesOf } from './shape.ts'

/** `wrong` without a value, such as JSON that is cut short; `open` is whatever readers legitimately differ on. */
export type BodyReading = 'absent' | 'open' | 'wrong' | { readonly value: unknown; readonly content: Content }

/** `body` has a character for each byte, without codings of transfer. */
export function readBody(
  contract: AnyContract,
  declared: RequestBody,
  { fields, body = '' }: Pick<SentRequest, 'fields' | 'body'>,
): BodyReading {
  const mediaType = mediaTypeOf(fields)
  if (body === '') return mediaType === undefined || declared.isRequired ? 'absent' : 'open'
  if (mediaType === undefined || mediaType === 'open') return 'open'
  const content = contentFor(declared.contents, mediaType)
  const syntax = syntaxOf(mediaType)
  // A service may go by the content itself, whatever type it is said to have (RFC 9110, 8.3).
  if (content === undefined || syntax === undefined) return 'open'
  const value = readers[syntax](body, contract, content)
  return typeof value === 'string' ? value : { ...value, content }
}

/** Undefined without one: a service may then look at the content (RFC 9110, 8.3). */
function mediaTypeOf(fields: readonly Field[]): string | undefined {
  const types = fields.filter(([name]) => /^content-type$/i.test(name)).map(([, value]) => value.trim())
  const [type] = types
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  const isCoded = fields.some(([name]) => /^(?:content|transfer)-encoding$/i.test(name))
  return types.length > 1 || type === '' || isCoded || !/^utf-?8$/i.test(charset) ? 'open' : type
}

type Value = { readonly value: unknown } | 'wrong' | 'open'

type Reader = (body: string, contract: AnyContract, content: Content) => Value

const readers: Readonly<Record<Syntax, Reader>> = {
  json: (body) => {
    const { value, faults } = readJson(Buffer.from(body, 'latin1'))
    // Parsers differ on repeated members and a byte-order mark (RFC 8259, 4 and 8.1).
    if (value === undefined) return faults.some((fault) => fault.includes('byte-order')) ? 'open' : 'wrong'
    return faults.length > 0 ? 'open' : { value }
  },
  form: readForm,
  text: (body, contract, content) => {
    const bytes = Buffer.from(body, 'latin1')
    return isUtf8(bytes) ? readText(bytes.toString(), contract, [schemaOf(content)]) : 'open'
  },
}

/** The object of the form's members; those that are absent are left out. Alternatives of objects are open. */
function readForm(body: string, contract: AnyContract, content: Content): Value {
  const [shape, other] = shapesOf(contract, [schemaOf(content)]).filter(({ types }) =>
    types.includes('object'),
  )
  if (shape === undefined || other !== undefined || /[^!-~]/.test(body)) return 'open'
  const request = { path: {}, query: body.replaceAll('+', '%20'), fields: [] }
  const found = new URLSearchParams(body).keys().map((name) => name.replace(/[[.].*/s, ''))
  const names = new Set([...namedMembers(contract, shape).map(({ name }) => name), ...found])
  const members: [string, unknown][] = []
  for (const name of names) {
    const member = { ...memberOf(contract, content, name), demands: demandsOf(shape, name) }
    const reading = readMember(member, contract, request)
    if (reading === 'open') return 'open'
    if (reading !== 'absent') members.push([name, reading.value])
  }
  return { value: Object.fromEntries(members) }
}
