/** What the linters find in the contract, in one with faults, and with exceptions that fit or don't. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { describeFindings, type Findings, lint } from '../src/lint/lint.ts'
import { UserError } from '../src/user-error.ts'
import { edit } from './diff/compare.ts'

const inContracts = (file: string): string =>
  fileURLToPath(new URL(`../../../contracts/${file}`, import.meta.url))

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
before(async () => {
  directory = await temporaryDirectory()
})
after(async () => {
  await directory.remove()
})

/** Lints a document with exceptions, both given as text, in a directory with characters that end the path of a URL. */
async function lintText(text: string, exceptions: string): Promise<Findings> {
  const inside = await mkdtemp(join(directory.path, 'a #b?c %23 {d}'))
  const [document, list] = [join(inside, 'openapi.yaml'), join(inside, 'exceptions.yaml')]
  await writeFile(document, text)
  await writeFile(list, exceptions)
  return lint(document, list)
}

it('the contract is as Redocly and Spectral want it, but for the exceptions, each of which is needed', async () => {
  const { objections, unneeded, excepted } = await lint(
    inContracts('openapi.yaml'),
    inContracts('lint-exceptions.yaml'),
  )
  assert.deepEqual([objections, unneeded], [[], []])
  assert.ok(excepted.every(({ count, reason }) => count > 0 && reason !== ''))
})

interface Fault {
  readonly what: string
  readonly set: Readonly<Record<string, unknown>>
  readonly deleted?: readonly string[]
  readonly rules: readonly string[]
}

/** Edits of the contract, each of which each linter must refuse by the named rule. */
const faults: readonly Fault[] = [
  {
    what: 'a structure that OpenAPI 3.1 does not have',
    set: { '/components/parameters/Limit/in': 'queery' },
    rules: ['redocly struct', 'spectral oas3-schema'],
  },
  {
    what: 'an example that its schema refuses',
    set: {
      '/components/responses/Unavailable/content/application~1json/examples/unavailable/value/error': '50301',
    },
    rules: ['redocly no-invalid-media-type-examples', 'spectral oas3-valid-media-example'],
  },
  {
    what: 'a reference that leads nowhere',
    set: { '/paths/~1plants/get/responses/500/$ref': '#/components/responses/Nowhere' },
    rules: ['redocly no-unresolved-refs', 'spectral invalid-ref'],
  },
  {
    what: 'a component that is never used',
    set: { '/components/headers/Unused': { schema: { type: 'string', maxLength: 1 } } },
    rules: ['redocly no-unused-components', 'spectral oas3-unused-component'],
  },
  {
    what: 'what is only a warning outside of the strict sets',
    set: {},
    deleted: ['/paths/~1plants/get/operationId'],
    rules: ['redocly operation-operationId', 'spectral operation-operationId'],
  },
  {
    what: 'a credential in the address',
    set: { '/components/securitySchemes/key': { type: 'apiKey', in: 'query', name: 'access_token' } },
    rules: ['spectral owasp:api2:2023-no-api-keys-in-url'],
  },
]

it(`each of ${faults.length} faults is found by its rules, in its line; an exception that fits nothing is reported`, async () => {
  const text = edit(
    await readFile(inContracts('openapi.yaml'), 'utf8'),
    Object.fromEntries(faults.flatMap(({ set }) => Object.entries(set))),
    faults.flatMap(({ deleted = [] }) => deleted),
  )
  const needless = '[{ linter: redocly, rule: struct, at: [/info], reason: None. }]'
  const findings = await lintText(text, needless)
  const found = new Set(findings.objections.map(({ linter, rule }) => `${linter} ${rule}`))
  for (const { what, rules } of faults)
    for (const rule of rules) assert.ok(found.has(rule), `${what}: ${rule}`)
  assert.equal(findings.unneeded.length, 1)
  const wrongPlace = findings.objections.find(({ rule }) => rule === 'struct')
  assert.match(text.split('\n')[(wrongPlace?.line ?? 0) - 1] ?? '', /in: queery/)
  assert.equal(wrongPlace?.pointer, '/components/parameters/Limit/in')
  const told = describeFindings(findings)
  assert.match(told, /redocly has no objection by struct at \/info\. Delete the exception\./)
  assert.match(told, /\d+ to object to; 0 findings are excepted/)
})

describe('broken exceptions', () => {
  for (const [what, text, message] of [
    ['no list', 'rule: x', /exceptions\.yaml is no list: each exception has/],
    [
      'no reason',
      '[{ linter: redocly, rule: struct, at: [/info], reason: "" }]',
      /exception 1 has another form/,
    ],
    [
      'another linter',
      '[{ linter: vacuum, rule: struct, at: [/info], reason: x }]',
      /exception 1 has another form/,
    ],
  ] as const) {
    it(`${what}: a sentence`, async () => {
      const fits = (error: unknown): boolean => error instanceof UserError && message.test(error.message)
      await assert.rejects(lintText('openapi: 3.1.0', text), fits)
    })
  }
})
