/** The store as it would be if only simplicity mattered: sets, and loops over them. */
import { isDeepStrictEqual } from 'node:util'
import {
  type NewPlant,
  type PlantChange,
  type PlantRecord,
  type PlantSelection,
  type StandingPlants,
  StoreError,
  type StoreErrorCode,
  type Subject,
  type GrantSource,
} from '../../src/index.ts'

/** The store must refuse with the same code. */
export function refuse(code: StoreErrorCode): never {
  throw new StoreError(code, 'The model refuses it.')
}

/** What a plant is beside its id and key. */
type Members = Omit<NewPlant, 'key'>

export const membersOf = ({ id: _id, key: _key, ...members }: PlantRecord): Members => members

/** Gives the plant these members and no others. Returns whether that changes it. */
export function setMembers(plant: PlantRecord, members: Members): boolean {
  const before = membersOf(plant)
  if (isDeepStrictEqual(before, members)) return false
  for (const name of Object.keys(before)) Reflect.deleteProperty(plant, name)
  Object.assign(plant, members)
  return true
}

/** The plant's members after a change. */
export const changeMembers = (plant: PlantRecord, change: PlantChange): Members =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name is never null
  Object.fromEntries(
    Object.entries({ ...membersOf(plant), ...change }).filter(([, value]) => value !== null),
  ) as unknown as Members

/** A user or group that plants can be granted to. */
export interface ModelSubject {
  readonly granted: Set<number>
  /** The tags of standing grants; '' stands for every plant. */
  readonly standing: Set<string>
}
export interface ModelGroup extends ModelSubject {
  readonly members: Set<string>
}
interface ModelToken {
  user: string
  readonly lifetimeMs: number | undefined
  expiresAt: number | undefined
  revokedAt: number | undefined
  gone: boolean
}

/** Everything that ever changes; a backup is a clone of it. */
export interface Content {
  plants: PlantRecord[]
  users: Map<string, ModelSubject>
  disabled: Set<string>
  groups: Map<string, ModelGroup>
  tokens: ModelToken[]
}

export class Model {
  now = 1_700_000_000_000
  nextPlant = 1
  content: Content = { plants: [], users: new Map(), disabled: new Set(), groups: new Map(), tokens: [] }
  backup: Content | undefined

  user(name: string): ModelSubject {
    return this.content.users.get(name) ?? refuse('not-found')
  }

  group(name: string): ModelGroup {
    return this.content.groups.get(name) ?? refuse('not-found')
  }

  subject(subject: Subject): ModelSubject {
    return 'user' in subject ? this.user(subject.user) : this.group(subject.group)
  }

  /** The users that a grant reaches. */
  usersOf(subject: Subject): readonly string[] {
    return 'user' in subject ? [subject.user] : [...this.group(subject.group).members]
  }

  groupsOf(user: string): readonly string[] {
    const groups = [...this.content.groups].filter(([, { members }]) => members.has(user))
    return groups.map(([name]) => name).toSorted()
  }

  select(selection: PlantSelection): PlantRecord[] {
    if ('all' in selection) return this.content.plants
    return this.content.plants.filter((plant) =>
      (['id', 'key', 'name', 'tag'] as const).every(
        (member) => selection[member] === undefined || selection[member] === plant[member],
      ),
    )
  }

  /** The plants that a user may see, in the order in which they were added. */
  seenBy(user: string): PlantRecord[] {
    return this.content.plants.filter((plant) => this.sources(user, plant).length > 0)
  }

  /** The list of a user. */
  visible(user: string): Members[] {
    return this.seenBy(user).map((plant) => membersOf(plant))
  }

  addPlant(plant: NewPlant): PlantRecord {
    const added = { id: this.nextPlant, ...plant }
    this.content.plants.push(added)
    this.nextPlant += 1
    return { ...added }
  }

  /** Through which grants a user sees a plant. */
  sources(user: string, plant: PlantRecord): GrantSource[] {
    return [
      ...sourcesThrough(undefined, this.user(user), plant),
      ...this.groupsOf(user).flatMap((name) => sourcesThrough(name, this.group(name), plant)),
    ]
  }

  removePlants(plants: readonly PlantRecord[]): void {
    const gone = new Set(plants.map(({ id }) => id))
    this.content.plants = this.content.plants.filter(({ id }) => !gone.has(id))
    const subjects = [...this.content.users.values(), ...this.content.groups.values()]
    for (const { granted } of subjects) for (const id of gone) granted.delete(id)
  }

  /** The response of `openSession` to a token. */
  respond({ user, expiresAt, revokedAt, gone }: ModelToken): string {
    if (gone) return 'unknown'
    if (revokedAt !== undefined) return 'revoked'
    if (expiresAt !== undefined && expiresAt <= this.now) return 'expired'
    return this.content.disabled.has(user) ? 'user disabled' : user
  }
}

export function newSubject(): ModelSubject {
  return { granted: new Set(), standing: new Set() }
}

function sourcesThrough(
  group: string | undefined,
  { granted, standing }: ModelSubject,
  plant: PlantRecord,
): GrantSource[] {
  const standingSources = [...standing]
    .filter((tag) => tag === '' || tag === plant.tag)
    .map((tag) => ({ group, standing: tag === '' ? ({ all: true } as const) : { tag } }))
  return [...(granted.has(plant.id) ? [{ group, standing: undefined }] : []), ...standingSources]
}

/** The form in which the model keeps a standing grant. */
export function standingTag(plants: StandingPlants): string {
  return 'all' in plants ? '' : plants.tag
}
