/** The steps of a history, as data: a failing history can be printed. */
import * as fc from 'fast-check'
import type { PlantChange, PlantId, PlantSelection, StandingPlants, Subject } from '../../src/index.ts'

export interface PlantLine {
  readonly name: string
  readonly tag?: string
  readonly key?: string
}
export interface UserLine {
  readonly name: string
  readonly groups: readonly string[]
}
export interface PlantGrant {
  readonly subject: Subject
  readonly plants: PlantSelection
}
export interface StandingGrantStep {
  readonly subject: Subject
  readonly standing: StandingPlants
}
export type GrantLine = PlantGrant | StandingGrantStep

/** The arguments of each kind of step. Tokens are named by the order in which they were made. */
export interface Steps {
  addUser: { readonly user: string }
  removeUser: { readonly user: string }
  addGroup: { readonly group: string }
  removeGroup: { readonly group: string }
  addMember: { readonly group: string; readonly user: string }
  removeMember: { readonly group: string; readonly user: string }
  grant: PlantGrant
  revoke: PlantGrant
  grantStanding: StandingGrantStep
  revokeStanding: StandingGrantStep
  removePlants: { readonly plants: PlantSelection }
  importPlants: { readonly lines: readonly PlantLine[] }
  importUsers: { readonly lines: readonly UserLine[] }
  importGrants: { readonly lines: readonly GrantLine[] }
  createToken: { readonly user: string; readonly lifetimeMs?: number }
  rotateToken: { readonly token: number; readonly overlapMs: number }
  revokeToken: { readonly token: number }
  wait: { readonly ms: number }
  renameUser: { readonly user: string; readonly to: string }
  renameGroup: { readonly group: string; readonly to: string }
  disableUser: { readonly user: string }
  enableUser: { readonly user: string }
  addPlant: { readonly name: string; readonly tag?: string; readonly key?: string }
  setPlant: { readonly plant: PlantId; readonly change: PlantChange }
  purgeTokens: { readonly agoMs: number }
  backup: object
  restore: object
}

export type Step = { [Kind in keyof Steps]: { readonly kind: Kind } & Steps[Kind] }[keyof Steps]

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
const plantGrant = fc.record({ subject, plants })
const standing: fc.Arbitrary<StandingPlants> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ all: true } as const) },
  { weight: 4, arbitrary: fc.record({ tag }) },
)
const standingGrant = fc.record({ subject, standing })
/** Files contain no ids. */
const fileGrantLine: fc.Arbitrary<GrantLine> = fc.oneof(
  fc.record({ subject, plants: plants.filter((selection) => !('id' in selection)) }),
  standingGrant,
)
const plantLine: fc.Arbitrary<PlantLine> = fc.record({ name, tag, key }, { requiredKeys: ['name'] })
const userLine = fc.record({ name: user, groups: fc.array(group, { maxLength: 2 }) })
const token = fc.nat({ max: 5 })
/** Few values, so that a token is used at the very moment of its expiry. */
const ms = fc.constantFrom(1, 500, 999, 1000)

/** How often each kind of step is taken, and with which arguments. */
const weighted: { [Kind in keyof Steps]: [number, fc.Arbitrary<Steps[Kind]>] } = {
  addUser: [2, fc.record({ user })],
  removeUser: [1, fc.record({ user })],
  addGroup: [2, fc.record({ group })],
  removeGroup: [3, fc.record({ group })],
  addMember: [5, fc.record({ group, user })],
  removeMember: [3, fc.record({ group, user })],
  grant: [8, plantGrant],
  revoke: [6, plantGrant],
  grantStanding: [8, standingGrant],
  revokeStanding: [5, standingGrant],
  removePlants: [4, fc.record({ plants: named })],
  importPlants: [9, fc.record({ lines: fc.array(plantLine, { maxLength: 6 }) })],
  importUsers: [3, fc.record({ lines: fc.array(userLine, { maxLength: 3 }) })],
  importGrants: [3, fc.record({ lines: fc.array(fileGrantLine, { maxLength: 3 }) })],
  createToken: [3, fc.record({ user, lifetimeMs: ms }, { requiredKeys: ['user'] })],
  rotateToken: [2, fc.record({ token, overlapMs: ms })],
  revokeToken: [1, fc.record({ token })],
  wait: [2, fc.record({ ms })],
  renameUser: [2, fc.record({ user: anyUser, to: anyUser })],
  renameGroup: [2, fc.record({ group: anyGroup, to: anyGroup })],
  disableUser: [3, fc.record({ user: anyUser })],
  enableUser: [3, fc.record({ user: anyUser })],
  addPlant: [3, fc.record({ name, tag, key }, { requiredKeys: ['name'] })],
  setPlant: [
    4,
    fc.record({
      plant: fc.oneof(fc.record({ id: fc.integer({ min: 1, max: 12 }) }), fc.record({ key })),
      change: fc.record({ name, tag: fc.option(tag) }, { requiredKeys: [] }),
    }),
  ],
  purgeTokens: [2, fc.record({ agoMs: fc.constantFrom(0, 500, 1000) })],
  backup: [2, fc.constant({})],
  restore: [3, fc.constant({})],
}

const anything: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(weighted).map(([kind, [weight, given]]) => ({
    weight,
    // The table ensures that the arguments fit the kind; the compiler loses that in the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    arbitrary: given.map((values) => Object.assign({ kind }, values) as unknown as Step),
  })),
)

/** People, groups, plants and tokens to begin with: without them most steps would have nothing to act on. */
function begin(lines: readonly PlantLine[], joins: readonly boolean[]): Step[] {
  const steps: Step[] = [{ kind: 'importPlants', lines }]
  for (const each of groups) steps.push({ kind: 'addGroup', group: each })
  for (const [index, each] of users.entries()) {
    steps.push({ kind: 'addUser', user: each }, { kind: 'createToken', user: each })
    for (const [offset, joined] of groups.entries()) {
      if (joins[index * 2 + offset] === true) steps.push({ kind: 'addMember', group: joined, user: each })
    }
  }
  return steps
}

const beginning = fc
  .tuple(
    fc.array(plantLine, { minLength: 3, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([lines, joins]) => begin(lines, joins))

/** A history: a beginning, then anything. */
export const history: fc.Arbitrary<Step[]> = fc
  .tuple(beginning, fc.array(anything, { minLength: 5, maxLength: 25, size: 'max' }))
  .map((parts) => parts.flat())
