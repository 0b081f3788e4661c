/** Tags: no two lists share one, and a 304 names the length of the list that it stands for, or none. */
import { hash } from 'node:crypto'
import { codingsOf, fieldValue, valuesOf } from '@plant-store/raw-http'
import { Memory } from '../../court/memory.ts'
import type { Answer } from '../../exchange.ts'
import { normalizeField, normalizeContent } from '../../oracle/normalize-field.ts'
import { type SentAndAnswered, FirstOnes, keyWithout, type Relation } from './relation.ts'

export function tagsNameLists(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'etag-names-the-list',
    see: ({ sent, answer, analysis: { isHead } }) => {
      const tag = fieldValue(answer, 'ETag')
      if (tag === undefined || answer.status !== 200 || isHead) return undefined
      // A list in a content coding may share the tag of the plain one.
      const print = hash('md5', normalizeContent(answer))
      const known = first.meet(`${codingsOf(answer).join()} ${tag}`, print, sent)
      if (known === undefined) return undefined
      if (known.text === print) return 'kept'
      const due = `another tag: ${known.sent.exchange.request.target} has this one, for another list`
      return { came: `ETag: ${tag}`, due, earlier: known.sent }
    },
  }
}

/** The Content-Length of a 304, if any, is that of the list (RFC 9110, 8.6). */
export function lengthsOfLists(): Relation {
  const lists = new Memory<SentAndAnswered>()
  return {
    rule: 'not-modified-same-fields',
    see: ({ sent, answer }) => {
      const tag = tagOf(answer)
      if (tag === undefined) return undefined
      // A compressed list may have the same weak tag: what the request accepts tells which of the two is meant.
      const key = `${tag} ${valuesOf(sent.request, 'accept-encoding').join()}`
      if (answer.status === 200 && answer.body.length > 0) lists.set(key, sent)
      const list = lists.get(key)
      const length = fieldValue(answer, 'Content-Length')
      if (list === undefined || answer.status !== 304 || length === undefined) return undefined
      const due = list.outcome.body.length
      return Number(length) === due
        ? 'kept'
        : { came: `304 with Content-Length: ${length}`, due: `${due}, as for 200, or none`, earlier: list }
    },
  }
}

/** A 304 may leave these out; where they are present, caches adopt them (RFC 9111, 3.2). */
const optional: readonly string[] = ['Content-Type', 'Content-Encoding', 'Content-Language']
const all = ['Cache-Control', 'Vary', 'ETag', ...optional]

/** A 304 has the fields that a 200 to the same request would have (RFC 9110, 15.4.5), with values seen with a 200. */
export function fieldsOfLists(): Relation {
  const lists = new Memory<{ sent: SentAndAnswered; readonly values: ReadonlyMap<string, Set<string>> }>()
  return {
    rule: 'not-modified-same-fields',
    see: ({ sent, answer }) => {
      if (sent.request.octets !== undefined || (answer.status !== 200 && answer.status !== 304))
        return undefined
      const request = keyWithout(/^(?:connection|if-none-match|x-request-id)$/i, sent.request)
      const known = lists.get(request)
      if (answer.status === 200) {
        const { values } = known ?? { values: new Map(all.map((name) => [name, new Set<string>()])) }
        for (const [name, ofName] of values) ofName.add(valueOf(answer, name))
        lists.set(request, { sent, values })
        return undefined
      }
      if (known === undefined) return undefined
      for (const [name, values] of known.values) {
        const value = valueOf(answer, name)
        const isLeftOut = optional.includes(name) && fieldValue(answer, name) === undefined
        if (isLeftOut || values.has(value)) continue
        const due = `${[...values].join(' or ')}, as with 200`
        // Different machines behind the service may send different values.
        const isToShowAgain = name === 'Vary'
        return { came: `304 with ${name}: ${value}`, due, earlier: known.sent, isToShowAgain }
      }
      return undefined
    },
  }
}

/** Compression on the way makes a tag weak, so only the rest of it is compared (RFC 9110, 8.8.3.2). */
const valueOf = (answer: Answer, name: string): string => normalizeField(answer, name) ?? 'none'

/** Undefined for a list in a content coding, which may share the tag of the plain one. */
const tagOf = (answer: Answer): string | undefined =>
  fieldValue(answer, 'Content-Encoding') === undefined ? fieldValue(answer, 'ETag') : undefined
