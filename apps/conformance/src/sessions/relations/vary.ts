/** A field of the request that changes the answer stands in its Vary: caches go by that (RFC 9110, 12.5.5). */
import type { Answer, SentRequest } from '../../exchange.ts'
import { fieldValue } from '../../http/content.ts'
import type { Relation } from './relation.ts'

export function varyNamesFields(): Relation {
  /** The type and the coding of the plain list. */
  let plain: string | undefined
  return {
    rule: 'vary-names-fields',
    see: ({ sent: { request }, answer, analysis: { faults, isHead, operation } }) => {
      const isList = operation !== undefined && faults.length === 0 && !isHead && answer.status === 200
      if (!isList) return undefined
      const more = unusualFields(request)
      const form = formOf(answer)
      if (more.length === 0) {
        plain ??= form
        return undefined
      }
      if (plain === undefined) return undefined
      const vary = fieldValue(answer, 'Vary') ?? 'none'
      if (form === plain || names(vary, more)) return 'kept'
      return {
        came: `${form}, where a plain request gets ${plain}; Vary: ${vary}`,
        due: `Vary with the field in it that makes the difference: ${more.slice(0, mostNames).join(', ')}`,
      }
    },
  }
}

/** So many names are told. */
const mostNames = 5

function names(vary: string, fields: readonly string[]): boolean {
  const named = new Set(vary.toLowerCase().split(/[ \t]*,[ \t]*/))
  return named.has('*') || fields.some((name) => named.has(name))
}

const unusualFields = ({ fields }: SentRequest): readonly string[] =>
  fields
    .filter(([, value]) => value !== '*/*')
    .map(([name]) => name.toLowerCase())
    .filter((name) => !usual.has(name))

const usual = new Set(['host', 'authorization', 'connection', 'x-request-id', 'if-none-match'])

const formOf = (answer: Answer): string =>
  `${fieldValue(answer, 'Content-Type') ?? 'no type'} in ${fieldValue(answer, 'Content-Encoding') ?? 'no coding'}`
