/** Tags: two lists never have the same one, and a 304 names the length of the list that it stands for, or none. */
import { hash } from 'node:crypto'
import type { Answer } from '../../exchange.ts'
import { fieldValue } from '../../http/content.ts'
import type { Sent } from '../../http/session.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function tagsNameLists(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'etag-names-the-list',
    see: ({ sent, answer, analysis: { isHead } }) => {
      const tag = tagOf(answer)
      if (tag === undefined || answer.status !== 200 || isHead) return undefined
      const known = first.meet(tag, hash('md5', answer.body), sent)
      if (known === undefined) return undefined
      if (known.text === hash('md5', answer.body)) return 'kept'
      const due = `another tag: ${known.sent.exchange.request.target} has this one, for another list`
      return { came: `ETag: ${tag}`, due, earlier: known.sent }
    },
  }
}

/** A length that a 304 names is that of the list (RFC 9110, 8.6). */
export function lengthsOfLists(): Relation {
  const lists = new Map<string, Sent>()
  return {
    rule: 'not-modified-same-fields',
    see: ({ sent, answer }) => {
      const tag = tagOf(answer)
      if (tag === undefined) return undefined
      if (answer.status === 200 && answer.body.length > 0) lists.set(tag, sent)
      const list = lists.get(tag)
      const length = fieldValue(answer, 'Content-Length')
      if (
        list === undefined ||
        'noResponse' in list.outcome ||
        answer.status !== 304 ||
        length === undefined
      ) {
        return undefined
      }
      const due = list.outcome.body.length
      return Number(length) === due
        ? 'kept'
        : { came: `304 with Content-Length: ${length}`, due: `${due}, as for 200, or none`, earlier: list }
    },
  }
}

/** A list in a coding of its own may share the tag of the plain one. */
const tagOf = (answer: Answer): string | undefined =>
  fieldValue(answer, 'Content-Encoding') === undefined ? fieldValue(answer, 'ETag') : undefined
