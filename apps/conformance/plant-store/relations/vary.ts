/** Vary names every request field that changes the response: caches rely on that (RFC 9110, 12.5.5). */
import { hash } from 'node:crypto'
import { fieldValue, membersOf } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import { Memory } from '../../src/run/memory.ts'
import { normalizeField } from '../../src/oracle/normalize-field.ts'
import { type First, meet, type Relation } from '../../src/sessions/relations/relation.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { normalizeContent } from '../oracle/representation.ts'

export function varyNamesFields(oracle: Oracle): Relation {
  /** The types, codings and bytes of plain lists. */
  const plain = new Memory<First>()
  return {
    rule: 'vary-names-fields',
    see: ({ sent, response }) => {
      const { faults, isHead, isList, caller, limit } = oracle.analyse(sent.request)
      if (isList !== true || faults.length > 0 || isHead || response.status !== 200) return undefined
      const more = unusualFields(sent.request)
      const key = `${caller} ${limit}`
      const form = formOf(response)
      if (more.length === 0) {
        meet(plain, { key, text: form }, sent)
        return undefined
      }
      const usual = plain.get(key)
      if (usual === undefined) return undefined
      const [vary, ofPlain] = [response, usual.sent.outcome].map((one) => fieldValue(one, 'Vary') ?? 'none')
      const named = more.filter((name) => names(vary, name))
      // The plain list depends on the same fields, and a cache that keeps it must know.
      if (form === usual.text || named.some((name) => names(ofPlain, name))) return 'kept'
      const own = named.length > 0 ? `the plain response has Vary: ${ofPlain}` : `Vary: ${vary}`
      return {
        came: `${form}, where a plain request gets ${usual.text}; ${own}`,
        due: `a Vary that names the field that makes the difference: ${more.slice(0, mostNames).join(', ')}`,
        earlier: usual.sent,
      }
    },
  }
}

/** At most this many names are reported. */
const mostNames = 5

function names(vary = '', field: string): boolean {
  const named = membersOf(vary)
  return named.includes('*') || named.includes(field)
}

const usualFields = new Set(['host', 'authorization', 'connection', 'x-request-id', 'if-none-match'])

const unusualFields = ({ fields }: SentRequest): readonly string[] =>
  fields
    .filter(([, value]) => value !== '*/*')
    .map(([name]) => name.toLowerCase())
    .filter((name) => !usualFields.has(name))

function formOf(response: RawResponse): string {
  const text = normalizeContent(response)
  const type = normalizeField(response, 'Content-Type') ?? 'no type'
  const coding = fieldValue(response, 'Content-Encoding') ?? 'no coding'
  return `${type} of ${text.length} bytes (${hash('md5', text).slice(0, 6)}) in ${coding}`
}
