/** Where a request is cut on its way changes nothing. */
import { placesEvery, type Session } from '../../http/session.ts'
import { kindsOf } from '../kinds.ts'
import type { Setting } from '../draft.ts'

/** Each kind octet by octet, and at the ends of its lines; one of them in two pieces, cut at every few octets. */
export function cutAnywhere({ runner, operation }: Setting): readonly Session[] {
  const kinds = kindsOf(runner, operation)
    .map((ask) => ({ ask, text: runner.octetsOf(ask.request) }))
    .filter(({ text }) => text.length < 1000)
  const { budget } = runner.subject
  return [
    ...kinds.map(({ ask, text }): Session => [{ ask, cut: placesEvery(1, text) }]),
    ...kinds.map(({ ask, text }): Session => [{ ask, cut: endsOfLines(text) }]),
    ...kinds
      .slice(0, kindsInTwo[budget])
      .map(({ ask, text }): Session => placesEvery(5, text).map((at) => ({ ask, cut: [at] }))),
  ]
}

const kindsInTwo = { quick: 1, standard: 6, deep: Infinity } as const

const endsOfLines = (text: string): readonly number[] =>
  [...text.matchAll(/\r\n/g)].flatMap(({ index }) => [index + 1, index + 2])
