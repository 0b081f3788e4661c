/** Methods: those that the contract names, and no others; each word of HTTP is tried. */
import * as fc from 'fast-check'
import { runsFor } from '../budget.ts'
import { anyOf } from '../generate/characters.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import { knownMethods, rareMethods } from '../oracle/methods.ts'
import { methodsAt } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'

export const methods: Law = {
  name: 'methods',
  run: async (probe) => {
    const known = [...new Set(probe.knowledge.operations.map(({ path }) => path))]
    await Promise.all(known.map((path) => tryMethods(probe, path)))
  },
}

const noWords = [
  'FOO',
  'GETS',
  'GE',
  'XGET',
  'POSTX',
  'PLANTS',
  'get',
  'Get',
  'gET',
  'head',
  'post',
  'A'.repeat(200),
]

async function tryMethods(probe: Probe, path: string): Promise<void> {
  const token = probe.parties[0]?.token.mark
  const allowed = methodsAt(probe.knowledge.operations, path)
  // CONNECT names no path: it is asked for apart.
  const others = [...knownMethods, ...rareMethods].filter(
    (method) => method !== 'CONNECT' && !allowed.includes(method),
  )
  const withContent = ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].filter((method) => others.includes(method))
  const json = { token, fields: [['Content-Type', 'application/json'] as const], body: '{"name":"Oak"}' }
  await probe.askBriefly([
    ...others.map((method) => probe.write(method, path, { token })),
    ...others.slice(0, 12).map((method) => probe.write(method, path)),
    ...withContent.flatMap((method) => [
      probe.write(method, path, json),
      probe.write(method, `${path}?limit=1`, { token }),
    ]),
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) =>
      probe.write('POST', path, { token, fields: [[name, 'GET']] }),
    ),
    ...['_method', 'method', 'http_method', 'X-HTTP-Method-Override'].flatMap((name) => [
      probe.write('POST', `${path}?${name}=GET`, { token }),
      probe.write('GET', `${path}?${name}=DELETE`, { token }),
    ]),
    ...noWords.map((method) => probe.write(method, path, { token })),
    probe.write('CONNECT', 'plants.example:443', { token }),
  ])
  const word = fc
    .string({ unit: anyOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 12 })
    .filter((text) => !knownMethods.has(text) && !rareMethods.has(text))
  await forAll(
    probe,
    word,
    (method) => probe.write(method, path, { token }),
    runsFor(probe.subject.budget, 0.5),
  )
}
