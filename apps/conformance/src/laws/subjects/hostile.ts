/** Hostile requests: whatever comes, the answer blames the caller, and the service goes on. */
import * as fc from 'fast-check'
import type { Field, SentRequest } from '../../exchange.ts'
import { headLength } from '../../fields.ts'
import { runsFor } from '../budget.ts'
import { octetUpTo } from '../generate/characters.ts'
import type { Law } from '../law.ts'
import { bounds } from '../oracle/form.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { malformedRequest } from '../request.ts'
import { malformed } from './table.ts'

export const hostile: Law = {
  name: 'hostile requests',
  run: async (probe) => {
    const [operation] = probe.knowledge.operations
    if (operation === undefined) {
      return
    }
    const { path } = operation
    await Promise.all([
      probe.askBriefly([
        ...longRequests(probe, operation),
        ...injections(probe, operation),
        ...withContent(probe, path),
      ]),
      tryNoise(probe),
    ])
    const token = probe.parties[0]?.token.mark
    await probe.ask(probe.write('GET', path, { token }))
  },
}

const ninety: readonly Field[] = Array.from({ length: 90 }, (_, index) => [`X-Law-${index}`, 'x'])

/** Up to the bounds, and beyond them. */
function longRequests(probe: Probe, operation: Operation): readonly SentRequest[] {
  const { parties, write } = probe
  const { path } = operation
  const name = numberOf(operation)
  const token = parties[0]?.token.mark
  const filler = (length: number): string => `${path}?x=${'A'.repeat(length - path.length - 3)}`
  return [
    write('GET', filler(8000), { token }),
    write('GET', filler(12_000), { token }),
    write('GET', `${path}${'x'.repeat(7000)}`, { token }),
    write('GET', `${path}${'/x'.repeat(3000)}`, { token }),
    write('GET', `${path}?${'a&'.repeat(3900)}${name}=1`, { token }),
    write('GET', `${path}?${`${name}=1&`.repeat(900)}`, { token }),
    write('GET', path, { token, fields: [['X-Law', 'A'.repeat(14_000)]] }),
    write('GET', path, { token, fields: ninety }),
    ...longestHeads(probe, path),
    write('GET', path, { token, fields: [['X-Law', 'A'.repeat(40_000)]] }),
  ]
}

/** A parameter that is a whole number; or one that is ignored, where there is none. */
const numberOf = (operation: Operation): string => integerParameters(operation)[0]?.name ?? 'x'

/** To the octet, and to the line, as much as is taken in. */
function longestHeads({ parties, secrets, write }: Probe, path: string): readonly SentRequest[] {
  const token = parties[0]?.token.mark
  const filled = (fields: readonly Field[]): SentRequest => write('GET', path, { token, fields })
  const usual = filled([['X-Law', '']]).fields
  const length = headLength(usual.map(([name, value]) => [name, secrets.reveal(value)]))
  return [
    filled([['X-Law', 'A'.repeat(bounds.header - length)]]),
    filled(Array.from({ length: bounds.fields - usual.length + 1 }, (_, index) => [`X-Law-${index}`, 'x'])),
  ]
}

/** Texts that mean something to databases, shells, templates and parsers. */
const poisons: readonly string[] = [
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

function injections({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const { path } = operation
  const token = parties[0]?.token.mark
  const coded = poisons.map((text) => encodeURIComponent(text))
  return [
    ...coded.map((text) => write('GET', `${path}?${numberOf(operation)}=${text}`, { token })),
    ...coded.map((text) => write('GET', `${path}?${text}=1`, { token })),
    ...coded.slice(0, -4).map((text) => write('GET', `${path}/${text}`, { token })),
    ...poisons
      .filter((text) => /^[!-~ ]+$/.test(text))
      .map((text) => write('GET', path, { fields: [['Authorization', `Bearer ${text}`]] })),
  ]
}

function withContent({ parties, write }: Probe, path: string): readonly SentRequest[] {
  const token = parties[0]?.token.mark
  const json = [['Content-Type', 'application/json']] as const
  const chunked = [['Transfer-Encoding', 'chunked']] as const
  return [
    write('GET', path, { token, body: 'limit=1' }),
    write('GET', `${path}?limit=1`, { token, fields: json, body: '{"limit":2}' }),
    write('GET', path, { token, fields: json, body: '{"__proto__":{"x":1}' }),
    write('GET', path, { token, fields: json, body: '['.repeat(5000) }),
    write('GET', path, { token, fields: chunked, body: '7\r\nlimit=1\r\n0\r\n\r\n' }),
    write('GET', path, { token, body: `GET ${path}-x HTTP/1.1\r\nHost: x\r\n\r\n` }),
    write('GET', path, { token, body: '' }),
    write('GET', path, { token, fields: [['Content-Encoding', 'gzip']], body: 'x' }),
    write('POST', path, { token, fields: [['Content-Type', 'application/xml']], body: '<x/>' }),
    write('GET', path, { token, fields: [['Expect', '100-continue']], body: 'limit=1' }),
    write('POST', path, { token, fields: [['Expect', '100-continue']], body: 'limit=1' }),
    write('GET', path, { token, body: 'x'.repeat(100_000) }),
    // Most services take in less, and say so.
    write('GET', path, { token, body: 'x'.repeat(2_000_000) }),
  ]
}

/** Octets that are no HTTP; each piece ends as a request would. */
async function tryNoise(probe: Probe): Promise<void> {
  const noise = fc
    .string({ unit: octetUpTo(255), minLength: 1, maxLength: 40 })
    .filter((text) => /^[^\r\n]/.test(text) && !/^[A-Z]+ .* HTTP\/1\.[01]/.test(text))
  const count = runsFor(probe.subject.budget, 0.3)
  const pieces = fc.sample(noise, { numRuns: count, seed: probe.subject.seed })
  const requests = pieces.map((text) => malformedRequest(`${text}\r\n\r\n`))
  await Promise.all(
    requests.map((request) => probe.ask(request, { analysis: malformed(request, probe.subject.only) })),
  )
}
