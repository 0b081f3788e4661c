/** A 304 has the fields that a 200 to the same request would have (RFC 9110, 15.4.5 and 8.6), with values seen with a 200. */
import { fieldValue } from '@plant-store/raw-http'
import { Memory } from '../../run/memory.ts'
import type { RawResponse } from '../../exchange.ts'
import { normalizeField } from '../../oracle/normalize-field.ts'
import { type SentAndReceived, keyWithout, type Relation } from './relation.ts'

/** A 304 may leave these out; where they are present, caches adopt them (RFC 9111, 3.2). */
const optional: readonly string[] = ['Content-Type', 'Content-Encoding', 'Content-Language', 'Content-Length']
const all = ['Cache-Control', 'Vary', 'ETag', ...optional]

/** What does not decide which list is asked for. */
const unasked = /^(?:connection|if-none-match|x-request-id)$/i

interface Known {
  readonly sent: SentAndReceived
  readonly values: ReadonlyMap<string, Set<string>>
}

export function notModifiedAsOk(): Relation {
  const lists = new Memory<Known>()
  return {
    rule: 'not-modified-same-fields',
    see: ({ sent, response }) => {
      const { request } = sent
      if (request.bytes !== undefined || ![200, 304].includes(response.status)) return undefined
      const key = keyWithout(unasked, request)
      const known = lists.get(key)
      if (response.status === 200) {
        const { values } = known ?? { values: new Map(all.map((name) => [name, new Set<string>()])) }
        for (const [name, ofName] of values) ofName.add(valueOf(response, name, request.method))
        lists.set(key, { sent, values })
        return undefined
      }
      if (known === undefined) return undefined
      for (const [name, values] of known.values) {
        const value = normalizeField(response, name) ?? 'none'
        if (isAsOk(name, value, values)) continue
        return {
          came: `304 with ${name}: ${value}`,
          due: `${[...values].join(' or ')}, as with 200`,
          earlier: known.sent,
          // Different machines behind the service may send different values.
          isToShowAgain: name === 'Vary',
        }
      }
      return 'kept'
    },
  }
}

const isAsOk = (name: string, value: string, seen: ReadonlySet<string>): boolean =>
  seen.has(value) || seen.has('any') || (value === 'none' && optional.includes(name))

/** The length of a coded list says nothing: whether to compress may be decided each time. */
function valueOf(response: RawResponse, name: string, method: string): string {
  const value = normalizeField(response, name)
  if (name !== 'Content-Length') return value ?? 'none'
  if (fieldValue(response, 'Content-Encoding') !== undefined) return 'any'
  return method === 'HEAD' ? (value ?? 'any') : String(response.body.length)
}
