/** What each linter finds in a contract with faults, and an exception that fits nothing. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { edit, plantStore } from './diff/compare.ts'
import { contract, write } from './repository.ts'

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
  const document = edit(
    plantStore,
    Object.fromEntries(faults.flatMap(({ set }) => Object.entries(set))),
    faults.flatMap(({ deleted = [] }) => deleted),
  )
  await write('contracts/openapi.yaml', document)
  const needless =
    '{ linter: redocly, rule: no-unused-components, at: [/components/parameters], reason: No. }'
  const needed = '{ linter: redocly, rule: operation-operationId, at: [/paths], reason: So. }'
  const bare = '{ linter: spectral, rule: invalid-ref, at: [/paths], reason: "" }'
  await write('contracts/lint-exceptions.yaml', `[${needless}, ${needed}, ${bare}]`)
  const { text, code } = await contract('lint')
  assert.equal(code, 1)
  for (const { what, rules } of faults)
    for (const rule of rules) {
      const isFound = text.includes(`\n       ${rule.replace(' ', ', ')}: `)
      assert.equal(isFound, rule !== 'redocly operation-operationId', `${what}: ${rule}`)
    }
  const place = /openapi\.yaml:(\d+) {2}\/components\/parameters\/Limit\/in\n +redocly, struct:/.exec(text)
  assert.match(document.split('\n')[Number(place?.[1]) - 1] ?? '', /in: queery/)
  assert.match(
    text,
    /redocly has no objection by no-unused-components at \/components\/parameters, or no reason/,
  )
  assert.match(text, /spectral has no objection by invalid-ref at \/paths, or/)
  assert.match(text, /\d+ to object to; 1 findings are excepted/)
})
