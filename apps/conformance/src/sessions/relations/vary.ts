/** A field of the request that changes the answer stands in its Vary: caches go by that (RFC 9110, 12.5.5). */
import { hash } from 'node:crypto'
import type { Answer, SentRequest } from '../../exchange.ts'
import { decodeContent, fieldValue, meaningOf } from '../../http/content.ts'
import type { Relation } from './relation.ts'

export function varyNamesFields(): Relation {
  /** The types and codings of plain lists, and their octets. */
  const plain = new Map<string, string>()
  return {
    rule: 'vary-names-fields',
    see: ({ sent: { request }, answer, analysis: { faults, isHead, operation, caller, numbers } }) => {
      const isList = operation !== undefined && faults.length === 0 && !isHead && answer.status === 200
      if (!isList) return undefined
      const more = unusualFields(request)
      const key = JSON.stringify([operation.operationId, caller, numbers])
      const form = formOf(answer)
      const usual = plain.get(key)
      if (more.length === 0) {
        plain.set(key, usual ?? form)
        return undefined
      }
      if (usual === undefined) return undefined
      const vary = fieldValue(answer, 'Vary') ?? 'none'
      if (form === usual || names(vary, more)) return 'kept'
      return {
        came: `${form}, where a plain request gets ${usual}; Vary: ${vary}`,
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

function formOf(answer: Answer): string {
  const octets = decodeContent(answer)
  const type = meaningOf(answer, 'Content-Type') ?? 'no type'
  const coding = fieldValue(answer, 'Content-Encoding') ?? 'no coding'
  return `${type} of ${octets.length} octets (${hash('md5', octets).slice(0, 6)}) in ${coding}`
}
