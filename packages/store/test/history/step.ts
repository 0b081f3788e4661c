/** The steps of a history, as data: a failing history can be printed. */
import * as fc from 'fast-check'
import type { NewPlant, PlantSelection, StandingPlants, Subject } from '../../src/index.ts'
import type { GrantLine, UserLine } from './model-import.ts'
import type { Given, Kind, Step } from './run-on-model.ts'

// Few names, so that steps affect the same things.
const users = ['ada', 'bob', 'eve'] as const
const groups = ['garden', 'forest'] as const
const user = fc.constantFrom(...users)
const group = fc.constantFrom(...groups)
/** Also those that only a new name makes. */
const anyUser = fc.constantFrom(...users, 'zoe')
const anyGroup = fc.constantFrom(...groups, 'meadow')
const name = fc.constantFrom('Rose', 'Oak', 'Fern')
const tag = fc.constantFrom('tree', 'flower')
const key = fc.constantFrom('k1', 'k2', 'k3')
const none = { requiredKeys: [] } satisfies fc.RecordConstraints

const subject: fc.Arbitrary<Subject> = fc.oneof(fc.record({ user }), fc.record({ group }))
const named: fc.Arbitrary<PlantSelection> = fc
  .record({ name, tag, key, id: fc.integer({ min: 1, max: 12 }) }, none)
  .filter((selection) => Object.keys(selection).length > 0)
const plants: fc.Arbitrary<PlantSelection> = fc.oneof(
  fc.constant({ all: true } as const),
  fc.record({ name }),
  fc.record({ tag }),
  named,
)
const standing: fc.Arbitrary<StandingPlants> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ all: true } as const) },
  { weight: 4, arbitrary: fc.record({ tag }) },
)
/** Files contain no ids. */
const grantLine: fc.Arbitrary<GrantLine> = fc
  .tuple(
    subject,
    fc.oneof(
      fc.constant({ all: true } as const),
      fc.record({ name, tag, key }, none).filter((selection) => Object.keys(selection).length > 0),
      standing.map((selection) => ({ ...selection, standing: true as const })),
    ),
  )
  .map(([who, what]) => Object.assign({}, who, what))
const plant: fc.Arbitrary<NewPlant> = fc.record({ name, tag, key }, { requiredKeys: ['name'] })
const userLine: fc.Arbitrary<UserLine> = fc.record({ name: user, groups: fc.array(group, { maxLength: 2 }) })
const token = fc.nat({ max: 5 })
/** Few values, so that a token is used at the very moment of its expiry. */
const ms = fc.constantFrom(1, 500, 999, 1000)

/** How often each kind of step is taken, and with which arguments. */
const weighted: { readonly [Of in Kind]: readonly [weight: number, given: fc.Arbitrary<Given<Of>>] } = {
  addUser: [2, fc.tuple(user)],
  removeUser: [1, fc.tuple(user)],
  addGroup: [2, fc.tuple(group)],
  removeGroup: [3, fc.tuple(group)],
  addMember: [5, fc.tuple(group, user)],
  removeMember: [3, fc.tuple(group, user)],
  grant: [8, fc.tuple(subject, plants)],
  revoke: [6, fc.tuple(subject, plants)],
  grantStanding: [8, fc.tuple(subject, standing)],
  revokeStanding: [5, fc.tuple(subject, standing)],
  removePlants: [4, fc.tuple(named)],
  importPlants: [9, fc.tuple(fc.array(plant, { maxLength: 6 }))],
  importUsers: [6, fc.tuple(fc.array(userLine, { maxLength: 3 }))],
  importGrants: [8, fc.tuple(fc.array(grantLine, { maxLength: 3 }))],
  createToken: [3, fc.tuple(user, fc.option(ms, { nil: undefined }))],
  rotateToken: [2, fc.tuple(token, ms)],
  revokeToken: [1, fc.tuple(token)],
  wait: [2, fc.tuple(ms)],
  renameUser: [2, fc.tuple(anyUser, anyUser)],
  renameGroup: [2, fc.tuple(anyGroup, anyGroup)],
  disableUser: [3, fc.tuple(anyUser)],
  enableUser: [3, fc.tuple(anyUser)],
  addPlant: [3, fc.tuple(plant)],
  setPlant: [
    4,
    fc.tuple(
      fc.oneof(fc.record({ id: fc.integer({ min: 1, max: 12 }) }), fc.record({ key })),
      fc.record({ name, tag: fc.option(tag) }, none),
    ),
  ],
  purgeTokens: [2, fc.tuple(fc.constantFrom(0, 500, 1000))],
  backup: [1, fc.tuple()],
  restore: [2, fc.tuple()],
}

const anything: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(weighted).map(([kind, [weight, given]]) => ({
    weight,
    // The table ensures that the arguments fit the kind; the compiler loses that in the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    arbitrary: given.map((values: readonly unknown[]) => [kind, ...values] as unknown as Step),
  })),
)

/** People, groups, plants and tokens to begin with: without them most steps would have nothing to act on. */
function begin(lines: readonly NewPlant[], joins: readonly boolean[]): Step[] {
  const steps: Step[] = [['importPlants', lines]]
  for (const each of groups) steps.push(['addGroup', each])
  for (const [index, each] of users.entries()) {
    steps.push(['addUser', each], ['createToken', each, undefined])
    for (const [offset, joined] of groups.entries()) {
      if (joins[index * 2 + offset] === true) steps.push(['addMember', joined, each])
    }
  }
  return steps
}

const beginning = fc
  .tuple(
    fc.array(plant, { minLength: 3, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([lines, joins]) => begin(lines, joins))

/** A history: a beginning, then anything. */
export const history: fc.Arbitrary<Step[]> = fc
  .tuple(beginning, fc.array(anything, { minLength: 5, maxLength: 25, size: 'max' }))
  .map((parts) => parts.flat())
