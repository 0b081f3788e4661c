/** Writes bodies of requests: JSON, forms, text and bytes. */
import type { AnyContract, Content } from '../model.ts'
import { concrete, isBinary, memberOf, schemaOf, syntaxOf } from './media-types.ts'
import { demandsOf, itemDemands, shapesOf, type Demands } from './shape.ts'
import { writeParameter } from './write-parameter.ts'

export interface WrittenBody {
  /** Each character is one byte. */
  readonly body: string
  /** For the field Content-Type, which is left out without it. */
  readonly mediaType?: string
}

/** Undefined where the media type can't have the value, or is none that we write. */
export function writeBody(contract: AnyContract, content: Content, value: unknown): WrittenBody | undefined {
  const mediaType = concrete(content.mediaType)
  const syntax = syntaxOf(mediaType)
  if (syntax === 'json') return { body: bytesOf(JSON.stringify(value)), mediaType }
  if (syntax === 'form') return isObject(value) ? form(contract, content, value, mediaType) : undefined
  if (syntax === 'multipart')
    return isObject(value) ? multipart(contract, content, value, mediaType) : undefined
  const isText =
    typeof value === 'string' ||
    (syntax === 'text' && (typeof value === 'number' || typeof value === 'boolean'))
  return syntax !== undefined && isText ? { body: bytesOf(String(value)), mediaType } : undefined
}

/** UTF-8, a character for each byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the value of a member must satisfy in the alternative that describes most of it. */
function demandsIn(contract: AnyContract, content: Content, name: string): Demands {
  const all = shapesOf(contract, [schemaOf(content)]).map((shape) => demandsOf(shape, name))
  return all.find((demands) => demands.length > 0) ?? []
}

function form(
  contract: AnyContract,
  content: Content,
  value: Readonly<Record<string, unknown>>,
  mediaType: string,
): WrittenBody | undefined {
  const members = Object.entries(value).map(([name, member]) => {
    const writing = memberOf(contract, content, name, demandsIn(contract, content, name))
    // Whether members of an exploded object are those of the form, or JSON, is where readers differ.
    if (isObject(member) && writing.style === 'form' && writing.mediaType === undefined) return undefined
    return writeParameter(writing, member)?.query
  })
  if (members.includes(undefined)) return undefined
  return {
    body: members
      .flatMap((parts) => parts ?? [])
      .join('&')
      .replaceAll('%20', '+'),
    mediaType,
  }
}

const boundary = 'boundary-of-the-form'

function multipart(
  contract: AnyContract,
  content: Content,
  value: Readonly<Record<string, unknown>>,
  mediaType: string,
): WrittenBody | undefined {
  const parts = Object.entries(value).flatMap(([name, member]) => {
    const demands = demandsIn(contract, content, name)
    const [shape] = shapesOf(contract, demands)
    const items = Array.isArray(member) ? member : [member]
    return items.map((item: unknown, at) => {
      const own = Array.isArray(member) && shape !== undefined ? itemDemands(shape, at) : demands
      const isJson =
        typeof item === 'object' || memberOf(contract, content, name, demands).mediaType !== undefined
      const isFile = typeof item === 'string' && isBinary(contract, own)
      const fields = [
        `Content-Disposition: form-data; name="${encodeName(name)}"${isFile ? '; filename="file"' : ''}`,
        ...(isFile
          ? ['Content-Type: application/octet-stream']
          : isJson
            ? ['Content-Type: application/json']
            : []),
      ]
      const text = isJson || typeof item !== 'string' ? JSON.stringify(item) : item
      return item === null || text.includes(boundary)
        ? undefined
        : `--${boundary}\r\n${fields.join('\r\n')}\r\n\r\n${bytesOf(text)}\r\n`
    })
  })
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return { body: `${parts.join('')}--${boundary}--\r\n`, mediaType: `${mediaType}; boundary=${boundary}` }
}

/** As browsers do. */
const encodeName = (name: string): string =>
  bytesOf(name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
