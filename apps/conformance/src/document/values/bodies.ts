/** Right and wrong bodies as they are sent: written, and read again to see that they still are. */
import { isObject, membersOf } from '../../contract/pointers.ts'
import type { SentRequest } from '../../exchange.ts'
import type { AnyContract, Content, RequestBody } from '../model.ts'
import { concrete, memberOf, schemaOf, type Syntax, syntaxOf, unknownType } from './media-types.ts'
import { writeParameter } from './parameter-texts.ts'
import { isRightBody } from './read.ts'
import { accepts, rightValues } from './right.ts'
import { demandsFor, type Demands } from './shape.ts'
import { wrongValues } from './wrong.ts'

/** A body as it is sent. */
export interface WrittenBody {
  /** Each character is one byte. */
  readonly body: string
  /** For the field Content-Type, which is left out without it. */
  readonly mediaType?: string
}

/** A right body, with what it says. */
export interface RightBody extends WrittenBody {
  readonly content: Content
  /** What the value must satisfy. */
  readonly demands: Demands
  readonly value: unknown
}

/** Right bodies of every media type that we write, the first of each first. */
export const rightBodies = (contract: AnyContract, declared: RequestBody): readonly RightBody[] =>
  declared.contents.flatMap((content) => {
    const demands = demandsFor(contract, schemaOf(content))
    return rightValues(demands, content)
      .flatMap((value) => bodyWith({ content, demands }, value) ?? [])
      .filter((body) => isRightBody(contract, declared, asSent(body)) !== false)
  })

/** The body with another value; undefined where it would be wrong. */
export function bodyWith(
  { content, demands }: Pick<RightBody, 'content' | 'demands'>,
  value: unknown,
): RightBody | undefined {
  const written = accepts(demands, value) ? writeBody(demands.contract, content, value) : undefined
  return written && { ...written, content, demands, value }
}

/** The body with other values of these members; undefined where there are none, or it would be wrong. */
export const bodyHaving = (body: RightBody, members: object): RightBody | undefined =>
  isObject(body.value) && Object.keys(members).length > 0
    ? bodyWith(body, { ...body.value, ...members })
    : undefined

/** No body at all, one of another media type, which a service may all the same read, broken ones, and one for each keyword that may be broken. They are examples with a change as far as there are some: a service may refuse others for reasons of its own. */
export function wrongBodies(
  contract: AnyContract,
  declared: RequestBody,
  examples: readonly unknown[] = [],
): readonly WrittenBody[] {
  const right = rightBodies(contract, declared)
  const other = { body: right[0]?.body ?? 'abc', mediaType: unknownType }
  const all = declared.contents.flatMap((content): readonly WrittenBody[] => {
    const mediaType = concrete(content.mediaType)
    const own = right.find((body) => body.content === content)
    // JSON that is cut short, has more behind it, or is something else.
    const cut = own === undefined ? [] : [own.body.slice(0, -1), `${own.body}x`]
    const broken = syntaxOf(mediaType) === 'json' ? ['abc', ...cut, 'null', '[]', '0'] : []
    const values = wrongValues(demandsFor(contract, schemaOf(content)), [...examples, ...content.examples])
    return [
      ...['', ...broken].map((body) => ({ body, mediaType })),
      ...values.flatMap((value) => writeBody(contract, content, value) ?? []),
    ]
  })
  return [{ body: '' }, other, ...all].filter(
    (one) => one === other || isRightBody(contract, declared, asSent(one)) === false,
  )
}

const asSent = ({ body, mediaType }: WrittenBody): Pick<SentRequest, 'fields' | 'body'> => ({
  fields: mediaType === undefined ? [] : [['Content-Type', mediaType]],
  body,
})

/** Undefined where the media type can't have the value, or is none that we write. */
export function writeBody(contract: AnyContract, content: Content, value: unknown): WrittenBody | undefined {
  const mediaType = concrete(content.mediaType)
  const syntax = syntaxOf(mediaType)
  const body = syntax && writers[syntax](value, contract, content)
  return body === undefined ? undefined : { body, mediaType }
}

type Writer = (value: unknown, contract: AnyContract, content: Content) => string | undefined

const writers: Readonly<Record<Syntax, Writer>> = {
  json: (value) => bytesOf(JSON.stringify(value)),
  form: (value, contract, content) => {
    const members = membersOf(value).map(([name, member]) => {
      const writing = memberOf(contract, content, name)
      // Whether members of an exploded object are those of the form, or JSON, is where readers differ.
      const isOpen = isObject(member) && writing.style === 'form' && writing.mediaType === undefined
      return isOpen ? undefined : writeParameter(writing, member)
    })
    return isObject(value) && !members.includes(undefined)
      ? members.join('&').replaceAll('%20', '+')
      : undefined
  },
  text: (value) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? bytesOf(String(value)) : undefined,
}

/** UTF-8, a character for each byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')
