/** No response contains what somebody else has written. */
import type { Sent } from '../client/sent.ts'
import type { Relation } from './relation.ts'

/** A word for the request with this number. */
export const wordOf = (number: number): string => `of-request-${String(number).padStart(4, '0')}`

const anyWord = /of-request-\d{4}/g

export function othersWords(): Relation {
  const writers = new Map<string, Sent>()
  return {
    rule: 'answers-not-shared',
    see: ({ sent, response, text: asked }) => {
      for (const [word] of asked.matchAll(anyWord)) writers.set(word, sent)
      const shown = response.fields.flat().join(' ') + response.body.toString('latin1')
      const words = shown.match(anyWord) ?? []
      const other = words.find((word) => !asked.includes(word))
      const earlier = other === undefined ? undefined : writers.get(other)
      if (words.length > 0 && other === undefined) return 'kept'
      return (
        earlier && { came: `a response with ${other} in it`, due: 'nothing from another request', earlier }
      )
    },
  }
}
