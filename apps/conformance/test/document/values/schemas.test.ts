/** Right and wrong values of schemas. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { parse } from 'yaml'
import type { AnyContract } from '../../../src/document/model.ts'
import { validatorFor } from '../../../src/document/schemas.ts'
import { demandsFor } from '../../../src/document/values/shape.ts'
import { rightValues } from '../../../src/document/values/right.ts'
import { wrongValues } from '../../../src/document/values/wrong.ts'
import { contractWith } from './contract.ts'

interface Row {
  readonly name: string
  readonly schema: unknown
  readonly right?: readonly unknown[]
  readonly wrong?: readonly (readonly [value: unknown, keyword: string])[]
}

const { others, rows }: { readonly others: unknown; readonly rows: readonly Row[] } = parse(
  readFileSync(new URL('values.yaml', import.meta.url), 'utf8'),
)

for (const { name, schema, right = [], wrong = [] } of rows) {
  describe(name, () => {
    const contract = contractWith(schema, others)
    it('has right values', () => {
      const values = rightValues(demandsFor(contract, '/schema'))
      assert.notDeepEqual(values, [])
      for (const value of right) assert.ok(has(values, value), show(value, values))
    })
    it('has wrong values, which break the keyword that is named', () => {
      const values = wrongValues(demandsFor(contract, '/schema'))
      for (const [value, keyword] of wrong) {
        assert.ok(has(values, value), show(value, values))
        assert.ok(brokenBy(contract, value).includes(`/schema${keyword}`), show(value, keyword))
      }
    })
  })
}

const has = (values: readonly unknown[], value: unknown): boolean =>
  values.some((one) => isDeepStrictEqual(one, value))
/** The keywords that it breaks. */
const brokenBy = (contract: AnyContract, value: unknown): readonly string[] =>
  validatorFor(contract, '/schema', 'request')(value).map(({ pointer }) => pointer)
const show = (value: unknown, values: unknown): string =>
  `${JSON.stringify(value)} among ${JSON.stringify(values)}`

describe('values', () => {
  it('are at no bound that a number of 64 bits does not hold exactly', () => {
    const contract = contractWith({ type: 'integer', minimum: 0, maximum: 2 ** 63 })
    assert.deepEqual(
      rightValues(demandsFor(contract, '/schema')).filter((value) => !Number.isSafeInteger(value)),
      [],
    )
  })

  it('begin with given ones, and have no others where they must exist', () => {
    const contract = contractWith({ type: 'integer' })
    assert.deepEqual(
      rightValues(demandsFor(contract, '/schema'), { given: [7, 'x'], examples: [8] }).slice(0, 3),
      [7, 8, 1],
    )
    assert.deepEqual(rightValues(demandsFor(contract, '/schema'), { given: [7, 'x'], mustExist: true }), [7])
  })

  it('have a wrong one for each member, and for each that is required', () => {
    const names = Array.from({ length: 20 }, (_, at) => `m${at}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]))
    const contract = contractWith({ type: 'object', required: names, properties })
    const keywords = wrongValues(demandsFor(contract, '/schema')).flatMap((value) =>
      brokenBy(contract, value),
    )
    assert.equal(keywords.filter((keyword) => keyword === '/schema/required').length, 20)
    for (const name of names) assert.ok(keywords.includes(`/schema/properties/${name}/type`), name)
  })

  /** Some keywords of a type. */
  const typed = (
    type: unknown,
    keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  ): fc.Arbitrary<unknown> => fc.record({ type: fc.constant(type), ...keywords }, { requiredKeys: ['type'] })
  const few = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max })
  const scalar = fc.oneof(
    typed('integer', { minimum: few(-9, 9), maximum: few(0, 99), multipleOf: few(1, 4) }),
    typed('number', { exclusiveMinimum: few(-9, 9), exclusiveMaximum: few(0, 99) }),
    typed('string', {
      minLength: few(0, 4),
      maxLength: few(2, 9),
      pattern: fc.constantFrom('^[a-z]+$', '[0-9]', '^(a|b)*$'),
    }),
    typed('string', {
      format: fc.constantFrom('date', 'date-time', 'uuid', 'email', 'ipv6', 'uri', 'byte', 'unknown'),
    }),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom(0, 1, 2, 'a', 'b', null, true), { minLength: 1, maxLength: 4 }),
    }),
    fc.constantFrom<unknown>({ type: 'boolean' }, { type: ['integer', 'null'] }, { const: 'x' }, {}),
  )
  /** Small schemas of all kinds, some of which nothing satisfies. */
  const { schema } = fc.letrec((tie) => {
    const inner = tie('schema')
    const names = fc.constantFrom('a', 'b', 'c/d')
    const object = {
      properties: fc.dictionary(names, inner, { maxKeys: 3 }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), scalar),
      minProperties: few(0, 2),
      maxProperties: few(1, 4),
    }
    const lists = ['allOf', 'anyOf', 'oneOf'].map((name) =>
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((list) => ({ [name]: list })),
    )
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        scalar,
        typed('array', { items: inner, minItems: few(0, 2), maxItems: few(1, 4), uniqueItems: fc.boolean() }),
        typed('object', object),
        fc.oneof(...lists),
        typed('string', { not: scalar }),
        fc.constantFrom({ $ref: '#/others/tree' }, { $ref: '#/others/named', minProperties: 1 }),
      ),
    }
  })

  it('are right and wrong by the standard, whatever the schema, and the same each time', () => {
    let [found, all, tried] = [0, 0, 0]
    // One for all: each would first compile the schema of schemas.
    const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }))
    fc.assert(
      fc.property(schema, (drawn) => {
        const contract = contractWith(drawn, others)
        tried += 1
        const id = `doc:${tried}`
        ajv.addSchema({ $id: id, schema: drawn, others })
        const isRight = (value: unknown): boolean => ajv.validate(`${id}#/schema`, value)
        const right = rightValues(demandsFor(contract, '/schema'))
        for (const value of right) assert.ok(isRight(value), show(value, ajv.errors))
        for (const wrong of wrongValues(demandsFor(contract, '/schema')))
          assert.ok(!isRight(wrong), show(wrong, drawn))
        assert.deepEqual(right, rightValues(demandsFor(contractWith(drawn, others), '/schema')))
        all += 1
        found += right.length > 0 ? 1 : 0
      }),
      { numRuns: 100 },
    )
    // The others are those that nothing satisfies.
    assert.ok(found > all * 0.8, `Only ${found} of ${all} have right values.`)
  })
})
