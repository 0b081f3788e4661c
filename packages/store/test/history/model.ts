/** The store as it would be if only simplicity mattered: sets, and loops over them. */
import {
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

export interface ModelPlant {
  readonly id: number
  key?: string
  name: string
  tag?: string
}
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
  plants: ModelPlant[]
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

  select(selection: PlantSelection): ModelPlant[] {
    if ('all' in selection) return this.content.plants
    return this.content.plants.filter((plant) =>
      (['id', 'key', 'name', 'tag'] as const).every(
        (member) => selection[member] === undefined || selection[member] === plant[member],
      ),
    )
  }

  /** The plants that a user may see, in the order in which they were added. */
  seenBy(user: string): ModelPlant[] {
    return this.content.plants.filter((plant) => this.sources(user, plant).length > 0)
  }

  /** The list of a user. */
  visible(user: string): { name: string; tag?: string }[] {
    return this.seenBy(user).map(({ name, tag }) => (tag === undefined ? { name } : { name, tag }))
  }

  /** Through which grants a user sees a plant. */
  sources(user: string, plant: ModelPlant): GrantSource[] {
    return [
      ...sourcesThrough(undefined, this.user(user), plant),
      ...this.groupsOf(user).flatMap((name) => sourcesThrough(name, this.group(name), plant)),
    ]
  }

  removePlants(plants: readonly ModelPlant[]): void {
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
  plant: ModelPlant,
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
