/** Writes bodies of requests: JSON, urlencoded forms and text. */
import { isObject } from '../../contract/pointers.ts'
import type { AnyContract, Content } from '../model.ts'
import { concrete, memberOf, syntaxOf } from './media-types.ts'
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
  const isText = syntax === 'text' && ['string', 'number', 'boolean'].includes(typeof value)
  return isText ? { body: bytesOf(String(value)), mediaType } : undefined
}

/** UTF-8, a character for each byte. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

function form(
  contract: AnyContract,
  content: Content,
  value: Readonly<Record<string, unknown>>,
  mediaType: string,
): WrittenBody | undefined {
  const members = Object.entries(value).map(([name, member]) => {
    const writing = memberOf(contract, content, name)
    // Whether members of an exploded object are those of the form, or JSON, is where readers differ.
    if (isObject(member) && writing.style === 'form' && writing.mediaType === undefined) return undefined
    return writeParameter(writing, member)?.query
  })
  const parts = members.flatMap((one) => one ?? [])
  return members.includes(undefined) ? undefined : { body: parts.join('&').replaceAll('%20', '+'), mediaType }
}
