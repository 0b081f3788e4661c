/** Vary names every request field that changes the answer: caches rely on that (RFC 9110, 12.5.5). */
import { hash } from 'node:crypto'
import { fieldValue, membersOf } from '@plant-store/raw-http'
import { Memory } from '../../court/memory.ts'
import type { Answer, SentRequest } from '../../exchange.ts'
import { normalizeField, normalizeContent } from '../../oracle/normalize-field.ts'
import type { Sent } from '../sent.ts'
import type { Relation } from './relation.ts'

export function varyNamesFields(): Relation {
  /** The types, codings and octets of plain lists, and their Vary. */
  const plain = new Memory<{ readonly sent: Sent; readonly form: string; readonly vary: string }>()
  return {
    rule: 'vary-names-fields',
    see: ({ sent, answer, analysis: { faults, isHead, operation, caller, numbers } }) => {
      const isList = operation !== undefined && faults.length === 0 && !isHead && answer.status === 200
      if (!isList) return undefined
      const more = unusualFields(sent.request)
      const key = JSON.stringify([operation.operationId, caller, numbers])
      const form = formOf(answer)
      const vary = fieldValue(answer, 'Vary') ?? 'none'
      const usual = plain.get(key)
      if (more.length === 0) {
        plain.set(key, usual ?? { sent, form, vary })
        return undefined
      }
      if (usual === undefined) return undefined
      const named = more.filter((name) => names(vary, name))
      // The plain list depends on the same fields, and a cache that keeps it must know.
      const isTold = named.some((name) => names(usual.vary, name))
      if (form === usual.form || isTold) return 'kept'
      const own = named.length > 0 ? `the plain answer has Vary: ${usual.vary}` : `Vary: ${vary}`
      return {
        came: `${form}, where a plain request gets ${usual.form}; ${own}`,
        due: `a Vary that names the field that makes the difference: ${more.slice(0, mostNames).join(', ')}`,
        earlier: usual.sent,
      }
    },
  }
}

/** At most this many names are reported. */
const mostNames = 5

function names(vary: string, field: string): boolean {
  const named = membersOf(vary)
  return named.includes('*') || named.includes(field)
}

const unusualFields = ({ fields }: SentRequest): readonly string[] =>
  fields
    .filter(([, value]) => value !== '*/*')
    .map(([name]) => name.toLowerCase())
    .filter((name) => !usual.has(name))

const usual = new Set(['host', 'authorization', 'connection', 'x-request-id', 'if-none-match'])

function formOf(answer: Answer): string {
  const text = normalizeContent(answer)
  const type = normalizeField(answer, 'Content-Type') ?? 'no type'
  const coding = fieldValue(answer, 'Content-Encoding') ?? 'no coding'
  return `${type} of ${text.length} octets (${hash('md5', text).slice(0, 6)}) in ${coding}`
}
