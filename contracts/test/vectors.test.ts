/** Each row of vectors/responses.yaml is what it says, checked by Ajv with openapi.yaml, by TypeBox, and by the checks. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { listPlants } from '@plant-store/contracts/schemas'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'
import { valueAt } from './json.ts'
import { byAjv, contract, readers } from './readers.ts'

interface Body {
  readonly says: string
  readonly schema: 'Plant' | 'Plants' | 'Error'
  readonly body: string
  readonly valid: boolean
  readonly at?: string
  readonly keyword?: string
}
type Status = keyof typeof listPlants.responses
interface Field {
  readonly says: string
  readonly status: Status
  readonly field: string
  readonly value: string | null
  readonly valid: boolean
}
interface RawResponse extends Omit<Body, 'schema'> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly wrong?: string
}
const { bodies, fields, responses } = parse(
  readFileSync(new URL('../vectors/responses.yaml', import.meta.url), 'utf8'),
) as {
  readonly bodies: readonly Body[]
  readonly fields: readonly Field[]
  readonly responses: readonly RawResponse[]
}

/** What is wrong with a body: where, and by which keyword. Undefined for a right one. Throws if the readers disagree. */
function faultOf(
  schema: Body['schema'],
  text: string,
): { readonly at: string; readonly keyword: string } | undefined {
  const value = parseJson(text)
  if (value === undefined) return { at: '', keyword: 'json' }
  const reader = readers[schema]
  const isRight = reader.ajv(value)
  assert.equal(Value.Check(reader.typebox, value), isRight, 'TypeBox disagrees with Ajv')
  assert.equal(reader.is(value), isRight, 'the checks disagree with Ajv')
  if (isRight) return undefined
  const [error] = reader.ajv.errors ?? []
  const { instancePath: at = '', keyword = '' } = error ?? {}
  assert.throws(
    () => reader.must(value),
    (thrown: Error) => {
      const [place] = thrown.message.split(' is ')
      // For a missing member, the checks name the member's own place, Ajv the place of its object.
      return keyword === 'required' ? place?.replace(/\/[^/]*$/, '') === at : place === (at || 'the value')
    },
  )
  return { at, keyword }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const due = ({ valid, at, keyword }: Pick<Body, 'valid' | 'at' | 'keyword'>) =>
  valid ? undefined : { at, keyword }

describe(`bodies, ${bodies.length} rows`, () => {
  for (const row of bodies) {
    it(`${row.schema}: ${row.says}`, () => assert.deepEqual(faultOf(row.schema, row.body), due(row)))
  }
})

/** The names of a response's fields that its schemas refuse. A field travels as text; numbers are parsed from it. */
function wrongFields(status: Status, sent: (name: string) => string | undefined): readonly string[] {
  const { properties } = listPlants.responseHeaders[status]
  return Object.entries(properties)
    .filter(([name, schema]) => {
      const text = sent(name)
      const value = text !== undefined && schema.type === 'integer' ? Number(text) : text
      const isRight = value !== undefined && headerByAjv(status, name)(value)
      assert.equal(value !== undefined && Value.Check(schema, value), isRight, 'TypeBox disagrees with Ajv')
      return !isRight
    })
    .map(([name]) => name)
}

const headerByAjv = (status: Status, name: string) =>
  byAjv('paths', '/plants', 'get', 'responses', String(status), 'headers', name, 'schema')

describe(`header fields, ${fields.length} rows`, () => {
  for (const { says, status, field, value, valid } of fields) {
    it(`${field} of a ${status}: ${says}`, () => {
      const wrong = wrongFields(status, (name) => (name === field ? (value ?? undefined) : undefined))
      assert.equal(!wrong.includes(field), valid)
    })
  }

  it('each field that a response declares has a right value and a wrong one', () => {
    for (const [status, { properties }] of Object.entries(listPlants.responseHeaders)) {
      for (const name of Object.keys(properties)) {
        // A row for one status counts for all statuses that declare the field by the same schema.
        const rows = fields.filter(
          ({ field, status: of }) => field === name && schemaOf(of, field) === schemaOf(status, name),
        )
        assert.deepEqual(
          new Set(rows.map(({ valid }) => valid)),
          new Set([true, false]),
          `${name} of ${status}`,
        )
      }
    }
  })
})

const schemaOf = (status: number | string, name: string): string =>
  JSON.stringify(valueAt(contract, 'paths', '/plants', 'get', 'responses', String(status), 'headers', name))

describe(`answers, ${responses.length} rows`, () => {
  for (const response of responses)
    it(response.says, () =>
      assert.deepEqual(faultOfResponse(response), response.valid ? {} : dueOf(response)),
    )
})

const dueOf = ({ wrong, at, keyword }: RawResponse) => ({ wrong, ...(wrong === 'body' && { at, keyword }) })

/** The first fault, in this order: the status, the type, the body, a field. */
function faultOfResponse({ status, headers, body }: RawResponse) {
  if (!isDeclared(status)) return { wrong: 'status' }
  if (!/^application\/json(?:;|$)/.test(headers['Content-Type'] ?? '')) return { wrong: 'type' }
  const fault = faultOf(status === 200 ? 'Plants' : 'Error', body)
  if (fault !== undefined) return { wrong: 'body', ...fault }
  const [wrong] = wrongFields(status, (name) => headers[name])
  return wrong === undefined ? {} : { wrong }
}

const isDeclared = (status: number): status is Status => status in listPlants.responses

it('there are rows of each kind: every schema right and wrong, every status right, every way to be wrong', () => {
  for (const schema of Object.keys(readers)) {
    const rows = bodies.filter((row) => row.schema === schema)
    assert.ok(rows.some(({ valid }) => valid) && rows.some(({ valid }) => !valid), schema)
  }
  const right = new Set(responses.filter(({ valid }) => valid).map(({ status }) => String(status)))
  assert.deepEqual(right, new Set(Object.keys(listPlants.responses)))
  const {
    'Cache-Control': _,
    'X-Request-Id': __,
    ...named
  } = { ...listPlants.responseHeaders[401].properties }
  for (const wrong of ['status', 'type', 'body', ...Object.keys(named)]) {
    assert.ok(
      responses.some((response) => response.wrong === wrong),
      wrong,
    )
  }
})
