/** The store as it would be if only simplicity mattered: sets, and loops over them. */
import type { PlantSelection, Subject } from '../../../src/index.ts'
import { refuse } from './refused.ts'

export interface ModelPlant {
  readonly id: number
  key?: string
  name: string
  tag?: string
}
interface ModelGroup {
  readonly members: Set<string>
  readonly granted: Set<number>
}
interface ModelToken {
  user: string
  readonly lifetimeMs: number | undefined
  expiresAt: number | undefined
  revokedAt: number | undefined
  gone: boolean
}

/** All that is ever changed; a backup is a clone of it. */
export interface Content {
  plants: ModelPlant[]
  users: Map<string, Set<number>>
  disabled: Set<string>
  groups: Map<string, ModelGroup>
  tokens: ModelToken[]
}

export class Model {
  now = 1_700_000_000_000
  nextPlant = 1
  content: Content = { plants: [], users: new Map(), disabled: new Set(), groups: new Map(), tokens: [] }
  backup: Content | undefined

  grantedToUser(name: string): Set<number> {
    return this.content.users.get(name) ?? refuse('not-found')
  }

  group(name: string): ModelGroup {
    return this.content.groups.get(name) ?? refuse('not-found')
  }

  granted(subject: Subject): Set<number> {
    return 'user' in subject ? this.grantedToUser(subject.user) : this.group(subject.group).granted
  }

  select(selection: PlantSelection): ModelPlant[] {
    if ('all' in selection) return this.content.plants
    return this.content.plants.filter((plant) =>
      (['id', 'key', 'name', 'tag'] as const).every(
        (member) => selection[member] === undefined || selection[member] === plant[member],
      ),
    )
  }

  /** What a user may see, in the order in which it was added. */
  visible(user: string): { name: string; tag?: string }[] {
    const direct = this.grantedToUser(user)
    const groups = [...this.content.groups.values()].filter(({ members }) => members.has(user))
    return this.content.plants
      .filter(({ id }) => direct.has(id) || groups.some(({ granted }) => granted.has(id)))
      .map(({ name, tag }) => (tag === undefined ? { name } : { name, tag }))
  }

  removePlants(plants: readonly ModelPlant[]): void {
    const gone = new Set(plants.map(({ id }) => id))
    this.content.plants = this.content.plants.filter(({ id }) => !gone.has(id))
    const grants = [
      ...this.content.users.values(),
      ...[...this.content.groups.values()].map((g) => g.granted),
    ]
    for (const granted of grants) for (const id of gone) granted.delete(id)
  }

  /** How `openSession` answers a token. */
  answer({ user, expiresAt, revokedAt, gone }: ModelToken): string {
    if (gone) return 'unknown'
    if (revokedAt !== undefined) return 'revoked'
    if (expiresAt !== undefined && expiresAt <= this.now) return 'expired'
    return this.content.disabled.has(user) ? 'user disabled' : user
  }
}
