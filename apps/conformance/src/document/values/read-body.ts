/** Reads the body of any request, as a standard reader would. */
import { isUtf8 } from 'node:buffer'
import type { Field } from '@plant-store/raw-http'
import { readJson } from '../../oracle/json-text.ts'
import type { AnyContract, Content, RequestBody } from '../model.ts'
import { contentFor, memberOf, schemaOf, type Syntax, syntaxOf } from './media-types.ts'
import { readMember } from './read-parameter.ts'
import { readText, typesAmong } from './read-text.ts'
import { type Demands, demandsOf, itemDemands, namedMembers, type Shape, shapesOf } from './shape.ts'

/** What is wrong with a body before it has a value. */
export interface BodyFault {
  readonly fault: string
  /** Where the document says what would be right. */
  readonly keyword: string
}

/** `open` is whatever readers legitimately differ on. */
export type BodyReading =
  | 'absent'
  | 'open'
  | BodyFault
  | { readonly value: unknown; readonly content: Content }

/** A request, as far as its body goes; `body` has a character for each byte, without codings of transfer. */
interface WithBody {
  readonly fields: readonly Field[]
  readonly body?: string
}

export function readBody(
  contract: AnyContract,
  declared: RequestBody,
  { fields, body = '' }: WithBody,
): BodyReading {
  const mediaType = mediaTypeOf(fields)
  if (body === '') return mediaType === undefined || declared.isRequired ? 'absent' : 'open'
  if (mediaType === undefined || mediaType === 'open') return 'open'
  const content = contentFor(declared.contents, mediaType)
  if (content === undefined) {
    return {
      fault: `of the media type ${mediaType}, which is not declared`,
      keyword: `${declared.pointer}/content`,
    }
  }
  const syntax = syntaxOf(mediaType)
  const reader = { contract, content, demands: [schemaOf(content)], mediaType }
  const value = syntax === undefined ? 'open' : readers[syntax](reader, body)
  if (value === 'open') return 'open'
  return 'fault' in value ? { ...value, keyword: content.pointer } : { ...value, content }
}

/** Undefined without one: a service may then look at the content (RFC 9110, 8.3). */
function mediaTypeOf(fields: readonly Field[]): string | undefined {
  const types = fields.filter(([name]) => /^content-type$/i.test(name)).map(([, value]) => value.trim())
  const [type] = types
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  const isCoded = fields.some(([name]) => /^(?:content|transfer)-encoding$/i.test(name))
  return types.length > 1 || type === '' || isCoded || !/^utf-?8$/i.test(charset) ? 'open' : type
}

/** By which a body is read. */
interface Reader {
  readonly contract: AnyContract
  readonly content: Content
  readonly demands: Demands
  readonly mediaType: string
}

type Value = { readonly value: unknown } | { readonly fault: string } | 'open'

const readers: Readonly<Record<Syntax, (reader: Reader, body: string) => Value>> = {
  json: (_, body) => {
    const { value, faults } = readJson(Buffer.from(body, 'latin1'))
    // Parsers differ on repeated members and a byte-order mark (RFC 8259, 4 and 8.1).
    if (value === undefined)
      return faults.some((fault) => fault.includes('byte-order')) ? 'open' : { fault: 'not JSON' }
    return faults.length > 0 ? 'open' : { value }
  },
  form: readForm,
  multipart: readMultipart,
  text: ({ contract, demands }, body) => {
    const bytes = Buffer.from(body, 'latin1')
    return isUtf8(bytes) ? readText(bytes.toString(), contract, demands) : 'open'
  },
  binary: (_, body) => ({ value: Buffer.from(body, 'latin1').toString() }),
}

/** The object of a form's members; those that are absent are left out. Alternatives of objects are open. */
function composeObject(
  { contract, demands }: Reader,
  found: Iterable<string>,
  readOne: (name: string, shape: Shape) => 'absent' | Value,
): Value {
  const shapes = shapesOf(contract, demands).filter(({ types }) => types.includes('object'))
  const [shape] = shapes
  if (shape === undefined || shapes.length > 1) return 'open'
  const names = new Set([...namedMembers(contract, shape).map(({ name }) => name), ...found])
  const readings = [...names].map((name) => [name, readOne(name, shape)] as const)
  if (readings.some(([, reading]) => reading === 'open')) return 'open'
  const members = readings.flatMap(([name, reading]) =>
    typeof reading === 'object' && 'value' in reading ? [[name, reading.value]] : [],
  )
  return { value: Object.fromEntries(members) as unknown }
}

function readForm(reader: Reader, body: string): Value {
  if (/[^!-~]/.test(body)) return 'open'
  const query = body.replaceAll('+', '%20')
  const names = new URLSearchParams(body).keys().map((name) => name.replace(/[[.].*/s, ''))
  return composeObject(reader, names, (name, shape) =>
    readMember(memberOf(reader.contract, reader.content, name, demandsOf(shape, name)), reader.contract, {
      path: {},
      query,
      fields: [],
    }),
  )
}

interface FormPart {
  readonly name: string
  readonly head: string
  readonly text: string
}

function readMultipart(reader: Reader, body: string): Value {
  const boundary = /boundary="?([^";\s]+)/i.exec(reader.mediaType)?.[1]
  if (boundary === undefined || !body.includes(`--${boundary}--`)) return { fault: 'not multipart/form-data' }
  const parts = `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => toPart(part))
  if (parts.includes(undefined)) return 'open'
  const all = parts.flatMap((part) => part ?? [])
  return composeObject(
    reader,
    all.map(({ name }) => name),
    (name, shape) => {
      const own = all.filter((part) => part.name === name)
      if (own.length === 0) return 'absent'
      const demands = demandsOf(shape, name)
      const isArray = typesAmong(reader.contract, demands).has('array')
      const [inner] = isArray ? shapesOf(reader.contract, demands) : []
      const values = own.map((part, at) =>
        readPart(reader.contract, part, inner === undefined ? demands : itemDemands(inner, at)),
      )
      if (values.includes('open') || (!isArray && values.length > 1)) return 'open'
      const found = values.map((value) =>
        typeof value === 'object' && 'value' in value ? value.value : undefined,
      )
      return { value: isArray ? found : found[0] }
    },
  )
}

function toPart(text: string): FormPart | undefined {
  const [, head, content] = /^\r\n(.*?)\r\n\r\n(.*)$/s.exec(text) ?? []
  const name = /^Content-Disposition: *form-data;.*?\bname="([^"]*)"/im.exec(head ?? '')?.[1]
  const isAscii = name !== undefined && /^[ -$&-~]*$/.test(name)
  return isAscii && head !== undefined && content !== undefined
    ? { name, head, text: Buffer.from(content, 'latin1').toString() }
    : undefined
}

function readPart(contract: AnyContract, { head, text }: FormPart, demands: Demands): Value {
  if (/filename=/i.test(head)) return { value: text }
  if (!/^Content-Type: *application\/json/im.test(head)) return readText(text, contract, demands)
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: 'not JSON' }
  }
}
