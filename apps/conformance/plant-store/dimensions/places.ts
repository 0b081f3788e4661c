/** Callers, methods, forms of the target, request ids, ways to write lines: each a short table. */
import type { Field } from '../../src/exchange.ts'
import { knownMethods, rareMethods } from '../oracle/place.ts'
import { type Dimension, type Draft, fields, query, setting, usual, type Value } from './draft.ts'
import { words } from './characters.ts'
import type { Runner } from '../runner.ts'

/** At most this many callers stand for all. */
const manyCallers = 6

export const callers = ({ callers: all }: Runner): Dimension => ({
  name: 'caller',
  values: [usual, ...all.slice(1, manyCallers).map((_, index) => setting({ caller: index + 1 }))],
})

/** Words that are not HTTP methods. */
const noWords: readonly string[] = [
  ...words('FOO GETS GE XGET POSTX PLANTS get Get gET head post'),
  'A'.repeat(200),
]

/** A recipient told not to forward these methods may answer them itself (RFC 9110, 7.6.2). */
const atFirstProxy = (method: string): Value => ({
  apply: (draft) => ({ ...draft, method, fields: [...draft.fields, ['Max-Forwards', '0']] }),
})

/** The preflight that browsers send before such a request from another page. */
const asPreflight = (method: string, parts: Partial<Draft> = {}): Value => ({
  apply: (draft) => ({
    ...draft,
    ...parts,
    method: 'OPTIONS',
    fields: [
      ...draft.fields,
      ...(parts.fields ?? []),
      ['Origin', 'https://example.org'],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', 'authorization'],
    ],
  }),
})

/** CONNECT names no path, so it is tried separately. */
export const methods: Dimension = {
  name: 'method',
  values: [
    usual,
    ...[...knownMethods, ...rareMethods, ...noWords]
      .filter((method) => method !== 'GET' && method !== 'CONNECT')
      .map((method) => setting({ method })),
    setting({ method: 'CONNECT', origin: '', path: 'plants.example:443', query: [] }),
    setting({ method: 'OPTIONS', origin: '', path: '*', query: [] }),
    setting({ method: 'OPTIONS', path: '/nothing' }),
    ...['OPTIONS', 'TRACE'].map((method) => atFirstProxy(method)),
    asPreflight('GET', { fields: [['Access-Control-Request-Private-Network', 'true']] }),
    ...['GET', 'PUT', 'DELETE'].flatMap((wish) => [
      asPreflight(wish),
      asPreflight(wish, { path: '/nothing' }),
    ]),
  ],
}

/** A method named anywhere else does not count. */
export const methodsElsewhere: Dimension = {
  name: 'method elsewhere',
  values: [
    usual,
    ...['GET', 'DELETE'].flatMap((word) => [
      fields(['X-HTTP-Method-Override', word], ['X-HTTP-Method', word], ['X-Method-Override', word]),
      query(`_method=${word}`, `method=${word}`, `http_method=${word}`, `X-HTTP-Method-Override=${word}`),
    ]),
  ],
}

const elsewhere = ['http://plants.example', 'http://[2001:db8::7]:8080', 'http://Plants_1.example.']

/** As clients must send it: Host is the same as in the target (RFC 9112, 3.2). */
const fromElsewhere = (origin: string): Value => ({
  apply: (draft) => ({
    ...draft,
    origin,
    fields: [...draft.fields, ['Host', origin.replace('http://', '')]],
  }),
})

/** An absolute URL as the request target means the same as its path, whatever host it names. */
export const forms = ({ subject }: Runner): Dimension => ({
  name: 'form of the target',
  values: [
    usual,
    ...[
      subject.url,
      ...['HTTP', 'Http'].map((scheme) => subject.url.replace(/^http/, scheme)),
      ...elsewhere,
    ].map((origin) => setting({ origin })),
    ...elsewhere.map((origin) => fromElsewhere(origin)),
    setting({ origin: subject.url, path: '' }),
  ],
})

const requestIdValues: readonly string[] = [
  ...words(`
    a abc-123 A.b_c:d-9 5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41 5F1C0B52-8A5E-4C7E-9D0A-3E2B7A9D6C41
    5f1c0b528a5e4c7e9d0a3e2b7a9d6c41 01ARZ3NDEKTSV4RRFFQ69G5FAV 5f1c0b52:8a5e:0:1 2026-11-22T08:00:00.000 null 1e3
    ${'x'.repeat(64)} -a _a :a .a 00042 98765432109876543210 12345678901234567`),
  '',
  'x'.repeat(65),
  'a b',
  ...words('a,b "a" a/b {} <a> \u00C3\u00A9'),
]

export const requestIds: Dimension = {
  name: 'request id',
  values: [
    usual,
    ...requestIdValues.map((id) => fields(['X-Request-Id', id])),
    fields(['X-Request-Id', 'one'], ['X-Request-Id', 'two']),
    ...['X-Correlation-Id', 'X-Trace-Id', 'Request-Id', 'Traceparent'].map((name) =>
      fields(['X-Request-Id', 'Its-Own-1'], [name, 'another-1']),
    ),
  ],
}

type Arrange = Draft['arrange']

const isNamed = (wanted: string, [name]: Field): boolean => name.toLowerCase() === wanted

/** Fields with different names may come in any order (RFC 9110, 5.3). */
const reversed: Arrange = (all) => all.toReversed()
const credentialFirst: Arrange = (all) => parted(all, (one) => isNamed('authorization', one))
const credentialLast: Arrange = (all) => parted(all, (one) => !isNamed('authorization', one))
const hostLast: Arrange = (all) => parted(all, (one) => !isNamed('host', one))
/** A service whose table holds only so many lines does not see the lines that follow. */
const behindSixty: Arrange = (all) => [
  ...Array.from({ length: 60 }, (_, index): Field => [`X-Unknown-${index}`, 'x']),
  ...all,
]

/** A service that reads this many bytes at a time misreads what follows them. */
const behindBytes =
  (bytes: number): Arrange =>
  (all) => [['X-Unknown', 'A'.repeat(bytes)], ...all]

const parted = (all: readonly Field[], isFirst: (one: Field) => boolean): readonly Field[] => [
  ...all.filter((one) => isFirst(one)),
  ...all.filter((one) => !isFirst(one)),
]

/** Whitespace before and after a value: none, spaces or tabs. It is not part of the value (RFC 9112, 5). */
const blanks: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['\t', ''],
  ['  \t ', ' \t'],
]

/** Field names are case-insensitive (RFC 9110, 5.1); the order of lines and the whitespace in them don't matter. */
export const spellings: Dimension = {
  name: 'spelling of names',
  values: [
    usual,
    setting({ spell: (name) => name.toLowerCase() }),
    setting({ spell: (name) => name.toUpperCase() }),
    ...[
      reversed,
      credentialFirst,
      credentialLast,
      hostLast,
      behindSixty,
      behindBytes(4200),
      behindBytes(9000),
    ].map((arrange) => setting({ arrange })),
    ...blanks.map((blank) => setting({ blank })),
  ],
}

/** A request with chunks stays HTTP/1.1, and needs a Host. */
const withoutHost: Arrange = (all) =>
  all.some((one) => isNamed('transfer-encoding', one)) ? all : all.filter((one) => !isNamed('host', one))

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Names that RFC 3986, 3.2.2 allows, whether or not any host has them. */
const hostNames = words('localhost LocalHost plant_store.example. [::1] xn--e1afmkfd.x 1')

/** HTTP/1.0 needs no Host, and a Host needs no port. */
export const versions: Dimension = {
  name: 'version',
  values: [
    usual,
    setting({ isOld: true }),
    setting({ isOld: true, arrange: withoutHost }),
    ...[
      withoutPort,
      ...hostNames.map((name) => (host: string) => host.replace(/^(?:\[[^\]]*\]|[^:]*)/, name)),
      ...hostNames.map((name) => () => name),
    ].map((rename) =>
      setting({
        arrange: (all) => all.map((one): Field => (isNamed('host', one) ? [one[0], rename(one[1])] : one)),
      }),
    ),
  ],
}
