/** Callers, methods, paths, forms of the target, request ids, hostile texts: each a short table. */
import * as fc from 'fast-check'
import { knownMethods, rareMethods } from '../../oracle/place.ts'
import { integerParameters, methodsAt } from '../../contract/operations.ts'
import {
  type Dimension,
  type Draft,
  draw,
  fields,
  query,
  type Setting,
  setting,
  usual,
  type Value,
} from './draft.ts'
import { anyOf, words } from '../generate/characters.ts'
import { anyPath, pathsNear, usualPaths } from './paths.ts'

/** At most this many callers stand for all. */
const manyCallers = 6

export const callers = ({ runner }: Setting): Dimension => ({
  name: 'caller',
  values: [usual, ...runner.callers.slice(1, manyCallers).map((_, index) => setting({ caller: index + 1 }))],
})

/** Words that are not HTTP methods. */
const noWords: readonly string[] = [
  ...words('FOO GETS GE XGET POSTX PLANTS get Get gET head post'),
  'A'.repeat(200),
]

export function methods(place: Setting): Dimension {
  const { operation } = place
  const allowed = methodsAt(place.runner.knowledge.operations, operation.path)
  const word = fc
    .string({ unit: anyOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 12 })
    .filter((text) => !knownMethods.has(text) && !rareMethods.has(text))
  // CONNECT names no path, so it is tried separately.
  const all = [...allowed, ...knownMethods, ...rareMethods, ...noWords, ...draw(place, word, 0.5)]
  const own = new Set([operation.method, 'CONNECT'])
  return {
    name: 'method',
    besideAll: 2,
    values: [
      usual,
      ...[...new Set(all)].filter((method) => !own.has(method)).map((method) => setting({ method })),
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
}

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

export function paths(place: Setting): Dimension {
  const { path } = place.operation
  const members = (place.runner.knowledge.listOf(0)?.plants ?? [])
    .slice(0, 2)
    .map(({ name }) => encodeURIComponent(name.toWellFormed()))
  const all = [
    ...pathsNear(path),
    ...members.map((name) => `${path}/${name}`),
    ...usualPaths,
    '/nothing',
    '*',
    ...draw(place, anyPath(path)),
  ]
  const long = [`${path}${'x'.repeat(7000)}`, `${path}${'/x'.repeat(3000)}`]
  return {
    name: 'path',
    besideAll: 1,
    values: [usual, ...[...all, ...long].map((other) => setting({ path: other }))],
  }
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
export const forms = ({ runner: { subject } }: Setting): Dimension => ({
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

/** Texts that mean something to databases, shells, templates and parsers, and targets of the maximum length or more. */
export function poisons({ operation }: Setting): Dimension {
  const { path } = operation
  const [name = 'x'] = integerParameters(operation).map((parameter) => parameter.name)
  const coded = texts.map((text) => encodeURIComponent(text))
  const filler = (length: number): Value => query(`x=${'A'.repeat(length - path.length - 3)}`)
  return {
    name: 'hostile text',
    values: [
      usual,
      ...coded.flatMap((text) => [query(`${text}=1`), query(`${name}=${text}`)]),
      ...coded.slice(0, -4).map((text) => setting({ path: `${path}/${text}` })),
      ...texts
        .filter((text) => /^[!-~ ]+$/.test(text))
        .map((text) => setting({ credentials: () => [`Bearer ${text}`] })),
      filler(8000),
      filler(12_000),
      query('a&'.repeat(3900).slice(0, -1), `${name}=1`),
    ],
  }
}

const texts: readonly string[] = [
  "1'--",
  '1 OR 1=1',
  '1;DROP TABLE plants',
  '1 UNION SELECT 1',
  "'",
  '"',
  '`',
  '\\',
  '${1}',
  '{{1}}',
  '$(id)',
  '|id',
  '<script>',
  '../../etc/passwd',
  '%s%n',
  '\u0000',
  '\uFFFF',
  '\u{1F335}',
  '__proto__',
  'constructor',
  'toString',
  '{"$gt":0}',
  '[object Object]',
  'A'.repeat(2000),
  '9'.repeat(5000),
  '((((((((((((((((((((a)+)+)+)+',
  '\r\nX: y',
]
