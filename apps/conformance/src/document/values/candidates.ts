/** Right and wrong parameters and bodies as they are sent: written, and read again to see that they still are. */
import type { AnyContract, Content, Parameter, RequestBody } from '../model.ts'
import { concrete, schemaOf, syntaxOf } from './media-types.ts'
import { readBody } from './read-body.ts'
import { partsOf, readParameter } from './read-parameter.ts'
import { rightValues, sourceOf, type Wishes } from './right.ts'
import { writeBody, type WrittenBody } from './write-body.ts'
import { writeParameter, type Written } from './write-parameter.ts'
import { wrongValues } from './wrong.ts'

/** Why something is wrong. */
export interface Wrong {
  /** The pointer of the keyword that is broken, or of what describes the whole. */
  readonly keyword: string
  /** Such as `a text in place of a number at /age`. */
  readonly description: string
}

/** Right values of a parameter, as every reader takes them. */
export function rightParameters(
  contract: AnyContract,
  parameter: Parameter,
  wishes: Wishes = {},
): readonly { readonly value: unknown; readonly written: Written }[] {
  const values = rightValues(contract, parameter.schema, {
    ...wishes,
    examples: [...(wishes.examples ?? []), ...parameter.examples],
  })
  return values.flatMap((value) => {
    const written = writeParameter(parameter, value)
    return written !== undefined && isRight(contract, parameter, written) === true ? [{ value, written }] : []
  })
}

/** Wrong ones, which no reader may take for right ones. */
export const wrongParameters = (
  contract: AnyContract,
  parameter: Parameter,
): readonly (Wrong & { readonly written: Written })[] =>
  wrongValues(contract, parameter.schema).flatMap(({ value, keyword, place, description }) => {
    const written = writeParameter(parameter, value)
    if (written === undefined || isRight(contract, parameter, written) !== false) return []
    return [{ written, keyword, description: at(description, place) }]
  })

/** Undefined where readers differ. */
function isRight(contract: AnyContract, parameter: Parameter, written: Written): boolean | undefined {
  const reading = readParameter(parameter, contract, partsOf(parameter.name, written))
  return typeof reading === 'string'
    ? undefined
    : sourceOf(contract).accepts([parameter.schema], reading.value)
}

const at = (description: string, place: string): string =>
  place === '' ? description : `${description} at ${place}`

/** Right bodies of every media type that we write, the first of each first. */
export function rightBodies(
  contract: AnyContract,
  declared: RequestBody,
  wishes: Wishes = {},
): readonly (WrittenBody & { readonly value: unknown })[] {
  return declared.contents.flatMap((content) => {
    const examples = [...(wishes.examples ?? []), ...content.examples]
    return rightValues(contract, schemaOf(content), { ...wishes, examples }).flatMap((value) => {
      const written = writeBody(contract, content, value)
      return written !== undefined && isRightBody(contract, declared, written) !== false
        ? [{ ...written, value }]
        : []
    })
  })
}

/** Wrong bodies: none, one of another media type, broken ones, and one for each keyword that may be broken. */
export function wrongBodies(contract: AnyContract, declared: RequestBody): readonly (WrittenBody & Wrong)[] {
  const [any] = rightBodies(contract, declared)
  const none = { body: '', keyword: `${declared.pointer}/required`, description: 'no body' }
  const other = {
    body: any?.body ?? 'abc',
    mediaType: 'application/x-unknown',
    keyword: `${declared.pointer}/content`,
    description: 'of a media type that is not declared',
  }
  const all = [none, other, ...declared.contents.flatMap((content) => wrongOf(contract, declared, content))]
  return all.filter((wrong) => isRightBody(contract, declared, wrong) === false)
}

function wrongOf(
  contract: AnyContract,
  declared: RequestBody,
  content: Content,
): readonly (WrittenBody & Wrong)[] {
  const mediaType = concrete(content.mediaType)
  const one = { ...declared, contents: [content] }
  const [right] = rightBodies(contract, one)
  const broken = (body: string, description: string): WrittenBody & Wrong => ({
    body,
    mediaType,
    keyword: content.pointer,
    description,
  })
  const wholes = [
    broken('', 'an empty body'),
    ...(syntaxOf(mediaType) === 'json' ? [broken('abc', 'no JSON at all')] : []),
    ...(syntaxOf(mediaType) === 'json' && right !== undefined
      ? [broken(right.body.slice(0, -1), 'JSON that is cut short')]
      : []),
    ...(syntaxOf(mediaType) === 'multipart' ? [broken('abc', 'no parts at all')] : []),
  ]
  const values = wrongValues(contract, schemaOf(content)).flatMap(
    ({ value, keyword, place, description }) => {
      const written = writeBody(contract, content, value)
      return written === undefined ? [] : [{ ...written, keyword, description: at(description, place) }]
    },
  )
  return [...wholes, ...values]
}

/** Undefined where readers differ. */
function isRightBody(
  contract: AnyContract,
  declared: RequestBody,
  { body, mediaType }: WrittenBody,
): boolean | undefined {
  const reading = readBody(contract, declared, {
    fields: mediaType === undefined ? [] : [['Content-Type', mediaType]],
    body,
  })
  if (reading === 'absent') return !declared.isRequired
  if (reading === 'open') return undefined
  return 'value' in reading && sourceOf(contract).accepts([schemaOf(reading.content)], reading.value)
}
