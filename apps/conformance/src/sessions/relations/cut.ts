/** Where a request is cut on its way changes nothing. */
import type { Session } from '../../http/session.ts'
import { kindsOf } from '../kinds.ts'
import type { Setting } from '../draft.ts'

/** Each kind octet by octet, and at the ends of its lines; one of them in two pieces, cut at every few octets. */
export function cutAnywhere({ runner, operation }: Setting): readonly Session[] {
  const kinds = kindsOf(runner, operation)
    .map((ask) => ({ ask, text: runner.octetsOf(ask.request) }))
    .filter(({ text }) => text.length < 1000)
  const { budget } = runner.subject
  return [
    ...kinds.map(({ ask, text }): Session => [{ ask, cut: placesIn(text, 1) }]),
    ...kinds.map(({ ask, text }): Session => [{ ask, cut: endsOfLines(text) }]),
    ...kinds
      .slice(0, kindsInTwo[budget])
      .map(({ ask, text }): Session => placesIn(text, 5).map((at) => ({ ask, cut: [at] }))),
  ]
}

const kindsInTwo = { quick: 1, standard: 6, deep: Infinity } as const

const placesIn = ({ length }: string, step: number): readonly number[] =>
  Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step)

const endsOfLines = (text: string): readonly number[] =>
  [...text.matchAll(/\r\n/g)].flatMap(({ index }) => [index + 1, index + 2])
