/** The rarer steps of an operator in a history: renaming, disabling, single plants, purging. */
import * as fc from 'fast-check'
import type { PlantChange, PlantId } from '../../src/index.ts'

export interface PeopleSteps {
  renameUser: { readonly user: string; readonly to: string }
  renameGroup: { readonly group: string; readonly to: string }
  disableUser: { readonly user: string }
  enableUser: { readonly user: string }
  addPlant: { readonly name: string; readonly tag?: string; readonly key?: string }
  setPlant: { readonly plant: PlantId; readonly change: PlantChange }
  purgeTokens: { readonly agoMs: number }
}

// The same few names as elsewhere, so that steps affect the same things.
const user = fc.constantFrom('ada', 'bob', 'eve', 'zoe')
const group = fc.constantFrom('garden', 'forest', 'meadow')
const name = fc.constantFrom('Rose', 'Oak', 'Fern')
const tag = fc.constantFrom('tree', 'flower')
const key = fc.constantFrom('k1', 'k2', 'k3')
const plant: fc.Arbitrary<PlantId> = fc.oneof(
  fc.record({ id: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ key }),
)

/** How often each kind of step is taken, and with which arguments. */
export const weightedPeopleSteps: {
  readonly [Kind in keyof PeopleSteps]: [number, fc.Arbitrary<PeopleSteps[Kind]>]
} = {
  renameUser: [2, fc.record({ user, to: user })],
  renameGroup: [2, fc.record({ group, to: group })],
  disableUser: [3, fc.record({ user })],
  enableUser: [3, fc.record({ user })],
  addPlant: [3, fc.record({ name, tag, key }, { requiredKeys: ['name'] })],
  setPlant: [
    4,
    fc.record({
      plant,
      change: fc.record({ name, tag: fc.option(tag) }, { requiredKeys: [] }),
    }),
  ],
  purgeTokens: [2, fc.record({ agoMs: fc.constantFrom(0, 500, 1000) })],
}
