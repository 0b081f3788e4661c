/** The checks say of any value what two readers of JSON Schema say by the schemas, Ajv and TypeBox. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plant } from '@plant-store/contracts/schemas'
import { Value } from '@sinclair/typebox/value'
import * as fc from 'fast-check'
import { readers } from './readers.ts'

/** Numbers and texts at the bounds, and members that are absent, doubled, null, or of any other kind. */
const anyText = fc.oneof(fc.string(), fc.constantFrom('', 'Alder', '\u0000', '\uD800'))
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_648,
    -2_147_483_649,
    40_001.5,
    NaN,
    Infinity,
  ),
)
const anyLeaf = fc.oneof(anyText, anyNumber, fc.constantFrom(null, true, undefined, [], {}), fc.jsonValue())
/** A value for each member of a plant. */
const membersOf = (kind: (type: string) => fc.Arbitrary<unknown>) =>
  Object.fromEntries(Object.entries(Plant.properties).map(([name, { type }]) => [name, kind(type)]))
const anyPlant = fc.record({ ...membersOf(() => anyLeaf), unheardOf: anyLeaf }, { requiredKeys: [] })
const rightPlant = fc.record(
  membersOf((type) => (type === 'string' ? anyText : fc.integer({ min: 1 }))),
  { requiredKeys: ['name'] },
)
const anyValue: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Plant: fc.oneof(rightPlant, anyPlant, anyLeaf),
  Plants: fc.oneof(
    fc.array(rightPlant),
    fc.array(fc.oneof({ weight: 9, arbitrary: rightPlant }, anyPlant)),
    anyLeaf,
  ),
  Error: fc.oneof(
    fc.record({ error: anyNumber, message: anyText }),
    fc.record({ error: anyLeaf, message: anyLeaf }, { requiredKeys: [] }),
    anyLeaf,
  ),
}

for (const [name, { ajv, typebox, is, must }] of Object.entries(readers)) {
  test(`the checks of ${name} agree with Ajv and TypeBox on 5,000 values`, () => {
    let right = 0
    const runs = 5000
    fc.assert(
      fc.property(anyValue[name] ?? fc.anything(), (value) => {
        const due = ajv(value)
        if (due) right += 1
        assert.equal(is(value), due)
        assert.equal(Value.Check(typebox, value), due)
        if (due) must(value)
        else assert.throws(() => must(value), TypeError)
      }),
      { numRuns: runs },
    )
    assert.ok(right > runs / 10 && right < runs * 0.9, `${right} of ${runs} were right`)
  })
}
