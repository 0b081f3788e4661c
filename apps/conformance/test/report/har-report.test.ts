/** traffic.har is HAR 1.2, whatever was sent and whatever came. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { type AnySchemaObject, Ajv } from 'ajv'
import formats from 'ajv-formats'
import { harReport } from '../../src/report/har-report.ts'
import type { Verdict } from '../../src/court/verdict.ts'
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

describe('traffic.har', () => {
  test('is valid by the published schema', () => {
    assert.equal(faultsOf(harOf(conforming)), '')
    assert.equal(faultsOf(harOf(breaking)), '')
  })
  test('is valid when requests and answers are not', () => {
    const odd = [
      sampleExchange({ fields: [['X-Odd', hostile]], reason: hostile, faults: ['a line is odd'] }, hostile),
      sampleExchange({ body: Buffer.from('\uFEFF[]') }, '*'),
      sampleExchange({ body: Buffer.alloc(3, 0xff), bodyLength: 9 }, 'http://elsewhere:99999/plants'),
      sampleExchange({ noResponse: 'unreachable' }, '/plants?limit=1&limit=%zz&plain'),
    ]
    const [first] = odd
    assert.ok(first)
    odd.push({ ...first, request: { ...first.request, body: 'x', octets: 'GET\u00FF\r\n' } })
    assert.equal(faultsOf(harOf({ ...conforming, exchanges: odd })), '')
  })
  test('is not valid without an entry that the schema asks for: the check can fail', () => {
    const har = harOf(conforming)
    assert.match(
      faultsOf({ log: { ...har.log, creator: undefined } }),
      /must have required property 'creator'/,
    )
  })
  test('has the body as text, or in base64 if it is not text, with a comment if it was cut', () => {
    const bytes = sampleExchange({ body: Buffer.from([0xff]), bodyLength: 7 })
    const [first, second] = harOf({ ...conforming, exchanges: [sampleExchange({}), bytes] }).log.entries
    assert.match(String(first?.response.content['text']), /^\[\{"name":"Alder"/)
    assert.equal(first?.response.content['encoding'], undefined)
    assert.deepEqual(second?.response.content, {
      size: 7,
      mimeType: 'application/json; charset=utf-8',
      text: '/w==',
      encoding: 'base64',
      comment: 'The first 1 octets of 7.',
    })
  })
  test('has the target as it was sent beside the tidy URL', () => {
    const [entry] = harOf({ ...conforming, exchanges: [sampleExchange({}, '/plants?limit=1 2')] }).log.entries
    assert.equal(entry?.request.url, 'http://127.0.0.1:8080/plants?limit=1%202')
    assert.equal(entry?.request['_target'], '/plants?limit=1 2')
    const [plain] = harOf({ ...conforming, exchanges: [sampleExchange({}, '/plants?limit=1')] }).log.entries
    assert.ok(plain !== undefined && !('_target' in plain.request), 'the URL says it already')
  })
  test('is whole however many exchanges there are', () => {
    const exchanges = Array.from({ length: 401 }, () => sampleExchange({}))
    assert.equal(harOf({ ...conforming, exchanges }).log.entries.length, 401)
    assert.equal(faultsOf(harOf({ ...conforming, exchanges: [] })), '')
  })
  test('says what was cut', () => {
    const [one] = breaking.judges
    assert.ok(one !== undefined)
    const many = { ...breaking, judges: [{ ...one, exchanges: 35_922 }] }
    assert.match(
      [...harReport(many)].join(''),
      /"comment":"Only the first \d+ of 35922 exchanges are kept\."/,
    )
  })
  test('lists only the first parameters of a long query, and says so', () => {
    const target = `/plants?${'x=1&'.repeat(149)}limit=2`
    const [entry] = harOf({ ...conforming, exchanges: [sampleExchange({}, target)] }).log.entries
    const parameters: unknown = entry?.request['queryString']
    assert.ok(Array.isArray(parameters) && parameters.length === 100)
    assert.equal(entry?.request['comment'], 'Only the first 100 of 150 parameters are listed.')
    assert.ok(entry?.request.url.endsWith('&limit=2'))
  })
  test('has a status of 0 if no answer came', () => {
    const [entry] = harOf({ ...conforming, exchanges: [sampleExchange({ noResponse: 'reset' })] }).log.entries
    assert.equal(entry?.response.status, 0)
  })
})
