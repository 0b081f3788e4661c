/** The pieces in which requests arrive, and which requests arrive together, change nothing. */
import { placesEvery, type Session, type Step, type Wanted } from '@plant-store/raw-http'
import { kindsOf } from '../kinds.ts'
import type { Setting } from '../draft.ts'

/** Each kind octet by octet, and cut at its line ends; some kinds in two pieces, cut at every few octets. */
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

/** Longer than the header that a server reads at once, so that it doesn't see the end of the target. */
const longTarget = 40_000
/** Overlong requests come in pieces of this size, so that later pieces don't show how the request began. */
const pieces = 7000

/** Every kind right after a short request, one with content and one that is too long; and overlong kinds in pieces. */
export function inOnePiece({ runner, operation }: Setting): readonly Session[] {
  if (runner.subject.only === 'given') return []
  const { path } = operation
  const token = runner.callers[0]?.mark
  const ask = (target: string, body?: string): Wanted =>
    runner.brief({ request: runner.write('GET', target, { token, ...(body !== undefined && { body }) }) })
  const firsts = [ask(path), ask(path, 'limit=1'), ask(`${path}?x=${'A'.repeat(12_000)}`)]
  const kinds = [...kindsOf(runner, operation), ask(`${path}?x=${'A'.repeat(longTarget)}`)]
  const long = kinds.filter(({ request }) => runner.octetsOf(request).length > pieces)
  return [
    ...firsts.flatMap((first) =>
      kinds.map((kind): Session => [{ ask: first, wait: false, withNext: true }, { ask: kind }]),
    ),
    ...long.map((kind): Session => [{ ask: kind, cut: placesEvery(pieces, runner.octetsOf(kind.request)) }]),
  ]
}

/** Longer than it takes to send a lost segment again. */
const lateMs = 400

/** Requests of which a part arrives late: cut within a line, after the header, or within content. */
export function latePieces({ runner, operation }: Setting): readonly Session[] {
  if (runner.subject.only === 'given') return []
  const token = runner.callers[0]?.mark
  const plain = runner.brief({ request: runner.write('GET', operation.path, { token }) })
  const withContent = ['GET', 'POST'].map((method) =>
    runner.brief({ request: runner.write(method, operation.path, { token, body: 'limit=1&x=1' }) }),
  )
  const behind: Session = [
    { ask: plain, wait: false, withNext: true },
    { ask: plain, cut: [20], pauseMs: lateMs },
    { ask: plain },
  ]
  const late = [plain, ...withContent].flatMap((ask): readonly Session[] => {
    const { length } = runner.octetsOf(ask.request)
    const body = ask.request.body?.length ?? 2
    return [20, length - body, length - 1].map((at): Session => [
      { ask, cut: [at], pauseMs: lateMs },
      { ask: plain },
    ])
  })
  // Content that never arrives keeps no other client from its answer.
  const stays: Session = [
    {
      abandon: runner.write('POST', operation.path, { token, body: 'x'.repeat(20) }),
      octets: 40,
      by: 'stay',
    },
    ...withContent.map(({ request }): Step => ({
      abandon: request,
      octets: runner.octetsOf(request).length - 5,
      by: 'stay',
    })),
    { ask: plain },
    { restMs: 1300 },
    { ask: plain },
  ]
  // Two requests in one piece, and then one after the other for longer than five seconds, without a rest between them.
  // Most of the time a request has begun so long ago that the service can't mean to end an idle connection.
  const busy: Session = [
    { ask: plain, wait: false, withNext: true },
    { ask: plain },
    ...Array.from({ length: 5 }, (): Step => ({ ask: plain, cut: [20], pauseMs: 3 * lateMs })),
  ]
  return [behind, ...late, stays, busy]
}
