/** traffic.har is HAR 1.2, whatever was sent and whatever came. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { type AnySchemaObject, Ajv } from 'ajv'
import formats from 'ajv-formats'
import { harReport } from '../../src/report/har-report.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import type { Exchange } from '../../src/exchange.ts'
import { breaking, conforming, hostile, sampleExchange } from './sample-verdict.ts'

const schemas = createRequire(import.meta.url)('har-schema') as Readonly<Record<string, AnySchemaObject>>

/** What is wrong by the published schemas. They are of an older draft, in which `id` and their own `$schema` matter. */
function faultsOf(har: unknown): string {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const { $schema, ...schema } of Object.values(schemas)) {
    assert.match(String($schema), /draft-06/)
    ajv.addSchema(schema)
  }
  return ajv.validate('har.json#', har) ? '' : ajv.errorsText()
}

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: Readonly<Record<string, unknown>> & { readonly url: string }
      readonly response: { readonly status: number; readonly content: Readonly<Record<string, unknown>> }
    }[]
  }
}

const harOf = (verdict: Verdict): Har => JSON.parse([...harReport(verdict)].join('')) as Har

const entriesOf = (...exchanges: readonly Exchange[]) => harOf({ ...conforming, exchanges }).log.entries

describe('traffic.har', () => {
  const odd = [
    sampleExchange({ fields: [['X-Odd', hostile]], reason: hostile, faults: ['a line is odd'] }, hostile),
    sampleExchange({ body: Buffer.from('\uFEFF[]') }, '*'),
    sampleExchange({ body: Buffer.alloc(3, 0xff), bodyLength: 9 }, 'http://elsewhere:99999/plants'),
    sampleExchange({ noResponse: 'unreachable' }, '/plants?limit=1&limit=%zz&plain'),
  ]
  const [first = assert.fail()] = odd
  odd.push({ ...first, request: { ...first.request, body: 'x', octets: 'GET\u00FF\r\n' } })

  for (const [what, verdict] of Object.entries({
    'of a service that conforms': conforming,
    'of one that does not': breaking,
    'when requests and answers are odd': { ...conforming, exchanges: odd },
    'without exchanges': { ...conforming, exchanges: [] },
  }))
    test(`is valid by the published schema: ${what}`, () => assert.equal(faultsOf(harOf(verdict)), ''))

  test('is not valid without an entry that the schema asks for: the check can fail', () => {
    const har = { log: { ...harOf(conforming).log, creator: undefined } }
    assert.match(faultsOf(har), /must have required property 'creator'/)
  })
  test('has the body as text, or in base64 if it is not text, with a comment if it was cut; 0 if no answer came', () => {
    const octets = sampleExchange({ body: Buffer.from([0xff]), bodyLength: 7 })
    const [one, other, none] = entriesOf(sampleExchange({}), octets, sampleExchange({ noResponse: 'reset' }))
    assert.match(String(one?.response.content['text']), /^\[\{"name":"Alder"/)
    assert.equal(one?.response.content['encoding'], undefined)
    assert.deepEqual(other?.response.content, {
      size: 7,
      mimeType: 'application/json; charset=utf-8',
      text: '/w==',
      encoding: 'base64',
      comment: 'The first 1 octets of 7.',
    })
    assert.equal(none?.response.status, 0)
  })
  test('has the target as it was sent beside the tidy URL, and of a long query the first parameters', () => {
    const long = `/plants?${'x=1&'.repeat(149)}limit=2`
    const [tidied, plain, many] = entriesOf(
      ...['/plants?limit=1 2', '/plants?limit=1', long].map((target) => sampleExchange({}, target)),
    ).map(({ request }) => request)
    assert.match(tidied?.url ?? '', /:\d+\/plants\?limit=1%202$/)
    assert.equal(tidied?.['_target'], '/plants?limit=1 2')
    assert.ok(plain !== undefined && !('_target' in plain), 'the URL says it already')
    assert.equal((many?.['queryString'] as readonly unknown[] | undefined)?.length, 100)
    assert.equal(many?.['comment'], 'Only the first 100 of 150 parameters are listed.')
    assert.ok(many?.url.endsWith('&limit=2'))
  })
  test('is whole however many exchanges there are, or says what was cut', () => {
    assert.equal(entriesOf(...Array.from({ length: 401 }, () => sampleExchange({}))).length, 401)
    const judges = breaking.judges.map((one) => ({ ...one, exchanges: 35_922 }))
    const text = [...harReport({ ...breaking, judges })].join('')
    assert.match(text, /"comment":"Only the first \d+ of 35922 exchanges are kept\."/)
  })
})
