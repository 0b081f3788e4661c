/** One request of each kind, to be sent before, after and beside each other. */
import { malformedRequest, type Wanted, type WriteRequest } from '@plant-store/raw-http'
import type { Field } from '../exchange.ts'
import { integerParameters, type Operation } from '../contract/operations.ts'
import type { Runner } from './runner.ts'

/** Operations that change nothing. */
export const readable = ({ knowledge }: Runner): readonly Operation[] =>
  knowledge.operations.filter(({ method }) => method === 'GET')

/** Right requests of the first callers, for whole lists and parts; one for each refusal; and other unusual requests. */
export function kindsOf(runner: Runner, operation: Operation): readonly Wanted[] {
  const requests = [
    ...rightOf(runner, operation),
    ...wrongOf(runner, operation),
    ...unusualOf(runner, operation),
  ]
  return runner.spokenOf(requests.map((request) => runner.brief({ request })))
}

type Request = ReturnType<WriteRequest>

function rightOf(runner: Runner, operation: Operation): readonly Request[] {
  const { callers, write } = runner
  const { path } = operation
  const queries = ['', ...integerParameters(operation).flatMap(({ name }) => [`?${name}=2`])]
  return callers.slice(0, 3).flatMap(({ mark: token }) => {
    const plain = queries.map((query) => write('GET', path + query, { token }))
    return plain.concat(runner.ifChanged(write('GET', path, { token })))
  })
}

function wrongOf({ callers, secrets, write }: Runner, operation: Operation): readonly Request[] {
  const { path } = operation
  const token = callers[0]?.mark
  const near = callers.slice(0, 1).map((one) => one.slice(0, one.length - 1))
  const bad = ['nobody-has-this-one', ...near, ...secrets.refused.slice(0, 2).map(({ mark }) => mark)]
  const numbers = integerParameters(operation).flatMap(({ name, maximum }) =>
    ['x', '-1', '05', '', String(maximum + 1)].map((text) => `${name}=${text}`),
  )
  return [
    write('GET', path),
    ...bad.map((one) => write('GET', path, { token: one })),
    ...numbers.map((query) => write('GET', `${path}?${query}`, { token })),
    ...integerParameters(operation).map(({ name }) => write('HEAD', `${path}?${name}=x`, { token })),
    write('GET', `${path}-x`, { token }),
    write('POST', path, { token, body: 'limit=1' }),
    write('DELETE', path, { token }),
    write('GET', `${path}?access_token=x`, { token }),
  ]
}

/** Requests that tempt a service to lose its place, or to remember what it should not. */
function unusualOf({ callers, write }: Runner, operation: Operation): readonly Request[] {
  const { path } = operation
  const [first, second] = callers
  const token = first?.mark
  const other = second?.mark ?? token
  const held: Field = ['Expect', '100-continue']
  return [
    ...integerParameters(operation).flatMap(({ name }) =>
      [0, 12].map((number) => write('GET', `${path}?${name}=${number}`, { token })),
    ),
    write('HEAD', path, { token }),
    write('HEAD', path, { token: other }),
    write('HEAD', `${path}-x`, { token }),
    write('GET', path, { token, fields: [['If-None-Match', '"x"']] }),
    write('GET', path, { token, body: `GET ${path}-x HTTP/1.1\r\n\r\n` }),
    write('GET', path, { token, fields: [held], body: 'limit=1' }),
    write('GET', path, {
      token: other,
      fields: [['Transfer-Encoding', 'chunked']],
      body: '7\r\nlimit=1\r\n0\r\n\r\n',
    }),
    write('GET', path, { token, fields: [['X-Request-Id', 'request-1']] }),
    write('GET', path, { token, fields: [['X-Unknown', 'A'.repeat(4000)]] }),
    write('GET', path, { token, fields: [['X-Unknown', 'A'.repeat(40_000)]] }),
    write('GET', `${path}?x=${'A'.repeat(12_000)}`, { token }),
    write('OPTIONS', path, { token }),
    write('OPTIONS', path, {
      fields: [
        ['Origin', 'https://example.org'],
        ['Access-Control-Request-Method', 'GET'],
      ],
    }),
    write('GET', path, { token, fields: [['Content-Encoding', 'gzip']], body: 'x' }),
    write('GET', path, { token, fields: [['Range', 'bytes=0-5']] }),
    write('GET', path, {
      token,
      fields: [
        ['Transfer-Encoding', 'chunked'],
        ['Trailer', 'X-Any'],
      ],
      body: '1\r\nx\r\n0\r\nX-Any: x\r\n\r\n',
    }),
    malformedRequest(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`),
  ]
}
