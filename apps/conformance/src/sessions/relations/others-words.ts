/** No answer contains what somebody else has written. */
import { atOnce, inTurn, type Session } from '@plant-store/raw-http'
import { integerParameters } from '../../contract/operations.ts'
import type { Setting } from '../draft.ts'
import type { Sent } from '../sent.ts'
import type { Relation } from './relation.ts'

/** A word for the request with this number, which is sent twice. */
const wordOf = (number: number): string => `of-request-${String(number).padStart(4, '0')}`

const anyWord = /of-request-\d{4}/g

/** Wrong requests of two callers, in turn and once more at the same time, each with a word that no other contains. */
export function wordsOfOthers({ runner, operation }: Setting): readonly Session[] {
  const { path } = operation
  const first = runner.knowledge.operations.indexOf(operation) * 100
  const names = integerParameters(operation).map(({ name }) => `${path}?${name}=`)
  const asks = [`${path}-`, ...names].flatMap((target, kind) =>
    [0, 1, 2, 3].map((turn) => {
      const token = runner.callers[turn % 2]?.mark
      return { request: runner.write('GET', target + wordOf(first + kind * 10 + turn), { token }) }
    }),
  )
  const spoken = runner.spokenOf(asks)
  return [inTurn(spoken), atOnce(spoken)]
}

export function othersWords(): Relation {
  const writers = new Map<string, Sent>()
  return {
    rule: 'answers-not-shared',
    see: ({ sent, answer, text: asked }) => {
      for (const [word] of asked.matchAll(anyWord)) writers.set(word, sent)
      const words = answer.body.toString('latin1').match(anyWord) ?? []
      const other = words.find((word) => !asked.includes(word))
      const earlier = other === undefined ? undefined : writers.get(other)
      return earlier && { came: `a body with ${other} in it`, due: 'nothing from another request', earlier }
    },
  }
}
