/** Callers, methods, forms of the target, versions, spellings of names: each a short table. */
import * as fc from 'fast-check'
import { knownMethods, rareMethods } from '../../oracle/methods.ts'
import { methodsAt } from '../../oracle/operation.ts'
import { runsFor } from '../budget.ts'
import { type Dimension, fields, query, type Setting, setting, usual } from '../draft.ts'
import { anyOf } from '../generate/characters.ts'
import { otherHosts, otherLines } from './lines.ts'
import { anyPath, pathsNear, usualPaths } from './paths.ts'

/** So many callers stand for all. */
const manyCallers = 6

export const callers = ({ runner }: Setting): Dimension => ({
  name: 'caller',
  values: [usual, ...runner.callers.slice(1, manyCallers).map((_, index) => setting({ caller: index + 1 }))],
})

/** Words that are no method of HTTP. */
const noWords: readonly string[] = [
  ...'FOO GETS GE XGET POSTX PLANTS get Get gET head post'.split(' '),
  'A'.repeat(200),
]

export function methods({ runner, operation }: Setting): Dimension {
  const { knowledge, subject } = runner
  const allowed = methodsAt(knowledge.operations, operation.path)
  const word = fc
    .string({ unit: anyOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 12 })
    .filter((text) => !knownMethods.has(text) && !rareMethods.has(text))
  const random = fc.sample(word, { seed: subject.seed, numRuns: runsFor(subject.budget, 0.5) })
  // CONNECT names no path: it is asked for apart.
  const words = [...allowed, ...knownMethods, ...rareMethods, ...noWords, ...random]
  const own = new Set([operation.method, 'CONNECT'])
  return {
    name: 'method',
    besideAll: 3,
    values: [
      usual,
      ...[...new Set(words)].filter((method) => !own.has(method)).map((method) => setting({ method })),
      {
        apply: (draft) => ({
          ...draft,
          method: 'CONNECT',
          origin: '',
          path: 'plants.example:443',
          query: [],
        }),
      },
      { apply: (draft) => ({ ...draft, method: 'OPTIONS', origin: '', path: '*', query: [] }) },
      setting({ method: 'OPTIONS', path: '/nothing' }),
    ],
  }
}

/** A method in other places is none. */
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

export function paths({ runner, operation: { path } }: Setting): Dimension {
  const { seed, budget } = runner.subject
  const random = fc.sample(anyPath(path), { seed, numRuns: runsFor(budget) })
  const all = [...pathsNear(path), ...usualPaths, '/nothing', '*', ...random]
  const long = [`${path}${'x'.repeat(7000)}`, `${path}${'/x'.repeat(3000)}`]
  return { name: 'path', values: [usual, ...[...all, ...long].map((other) => setting({ path: other }))] }
}

/** A whole address as the target means the same as its path, whatever host it names. */
export const forms = ({ runner: { subject } }: Setting): Dimension => ({
  name: 'form of the target',
  values: [
    usual,
    ...[subject.url, subject.url.replace(/^http/, 'HTTP'), 'http://plants.example'].map((origin) =>
      setting({ origin }),
    ),
    { apply: (draft) => ({ ...draft, origin: subject.url, path: '' }) },
  ],
})

/** HTTP/1.0 needs no Host, and a Host no port. */
export const versions: Dimension = {
  name: 'version',
  values: [usual, setting({ isOld: true }), ...otherHosts],
}

/** The names of fields mean the same in small and in capital letters (RFC 9110, 5.1), and lines in any order and with blanks. */
export const spellings: Dimension = {
  name: 'spelling of names',
  values: [
    usual,
    setting({ spell: (name) => name.toLowerCase() }),
    setting({ spell: (name) => name.toUpperCase() }),
    ...otherLines,
  ],
}

const requestIdValues: readonly string[] = [
  'a',
  'abc-123',
  'A.b_c:d-9',
  '5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41',
  'x'.repeat(64),
  '-a',
  '_a',
  ':a',
  '.a',
  '00042',
  '98765432109876543210',
  '12345678901234567',
  '',
  'x'.repeat(65),
  'a b',
  'a,b',
  '"a"',
  'a/b',
  '{}',
  '<a>',
  '\u00C3\u00A9',
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
