/** One request of each kind, to be sent before, after and beside each other. */
import { inTurn, malformedRequest, type Session, toText, type Wanted } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { limitedTo, limits, listPlants } from '../contract.ts'
import type { OfKinds } from '../../src/sessions/of-kinds.ts'
import type { Runner } from '../runner.ts'

const { path } = listPlants

/** A token that nobody has. */
export const nobody = 'nobody-has-this-one'

/** Right requests of the first callers, for whole lists and parts; one for each refusal; and other unusual requests. */
export const kindsOf = (runner: Runner): readonly Wanted[] =>
  runner.spokenOf([...rightOf(runner), ...wrongOf(runner), ...unusualOf(runner)])

const rightOf = (runner: Runner): readonly Wanted[] =>
  runner.tokens.slice(0, 3).flatMap((token) => {
    const plain = runner.ask({ token })
    const unchanged = { request: runner.ifChanged(plain.request) }
    return [plain, runner.ask({ target: limitedTo(2), token }), unchanged]
  })

function wrongOf({ callers, secrets, ask }: Runner): readonly Wanted[] {
  const near = callers.slice(0, 1).map((one) => one.slice(0, one.length - 1))
  const refused = [undefined, nobody, ...near, ...secrets.refused.slice(0, 2).map(({ mark }) => mark)]
  return [
    ...refused.map((token) => ask({ token })),
    ...['x', '-1', '05', '', limits.most + 1].map((text) => ask({ target: limitedTo(text) })),
    ask({ method: 'HEAD', target: limitedTo('x') }),
    ask({ target: `${path}-x` }),
    ask({ method: 'POST', body: 'limit=1' }),
    ask({ method: 'DELETE' }),
    ask({ target: `${path}?access_token=x` }),
  ]
}

const preflight: readonly Field[] = [
  ['Origin', 'https://example.org'],
  ['Access-Control-Request-Method', 'GET'],
]
const hosts: readonly Field[] = [
  ['Host', 'a'],
  ['Host', 'b'],
]
const chunked: Field = ['Transfer-Encoding', 'chunked']

/** Requests that tempt a service to lose its place, or to remember what it should not. */
function unusualOf({ tokens, ask, write }: Runner): readonly Wanted[] {
  const token = tokens[1] ?? tokens[0]
  const fields: readonly Field[] = [
    ['If-None-Match', '"x"'],
    ['X-Request-Id', 'request-1'],
    ['X-Unknown', 'A'.repeat(4000)],
    ['X-Unknown', 'A'.repeat(40_000)],
    ['Range', 'bytes=0-5'],
  ]
  return [
    ...[0, 12].map((limit) => ask({ target: limitedTo(limit) })),
    ask({ method: 'HEAD' }),
    ask({ method: 'HEAD', token }),
    ask({ method: 'HEAD', target: `${path}-x` }),
    ask({ body: `GET ${path}-x HTTP/1.1\r\n\r\n` }),
    ask({ fields: [['Expect', '100-continue']], body: 'limit=1' }),
    ask({ token, fields: [chunked], body: '7\r\nlimit=1\r\n0\r\n\r\n' }),
    ...fields.map((field) => ask({ fields: [field] })),
    ask({ target: `${path}?x=${'A'.repeat(12_000)}` }),
    ask({ method: 'OPTIONS' }),
    ask({ method: 'OPTIONS', token: undefined, fields: preflight }),
    ask({ fields: [['Content-Encoding', 'gzip']], body: 'x' }),
    ask({ fields: [chunked, ['Trailer', 'X-Any']], body: '1\r\nx\r\n0\r\nX-Any: x\r\n\r\n' }),
    { request: malformedRequest(toText(write('GET', path, { fields: hosts }))) },
  ]
}

/** What is made of any kinds of requests, made of these. */
export const ofKinds =
  (make: (all: OfKinds) => readonly Session[]) =>
  (runner: Runner): readonly Session[] =>
    make({ player: runner, kinds: kindsOf(runner) })

/** Each is asked for twice. */
export const again = ({ kinds }: OfKinds): readonly Session[] => kinds.map((ask) => inTurn([ask, ask]))
