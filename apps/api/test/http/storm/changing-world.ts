/** A world that changes while it is read, and the response that each of its states gives. */
import { join } from 'node:path'
import type { Plant } from '@plant-store/contracts'
import { migrate, openStore, type Store } from '@plant-store/store'
import { importPlants } from '@plant-store/testkit'

/** A plant with the key that identifies it in files. */
export type KeyedPlant = Plant & { readonly key: string; readonly tag: string }

/** A token, its id, and the user who has it. */
export interface Reader {
  readonly user: string
  readonly token: string
  readonly tokenId: number
}

/** Makes a reader's list far longer than the sockets buffer: about 9 MB. */
const count = 9000
/** Long names make a long list of few plants: each row takes time. */
const padding = 'of a garden that is far away '.repeat(32)

/** A database that a service may read while it changes. Its plants have one of seven tags, `tag 0` to `tag 6`. */
export class ChangingWorld implements AsyncDisposable {
  readonly database: string
  readonly store: Store
  /** All plants there are now, in their order. */
  plants: readonly KeyedPlant[] = []

  private constructor(database: string, store: Store) {
    this.database = database
    this.store = store
  }

  static async make(directory: string): Promise<ChangingWorld> {
    const database = join(directory, 'plants.db')
    await migrate({ database })
    const world = new ChangingWorld(database, await openStore({ database }))
    await world.write(Array.from({ length: count }, (_, index) => plant(index)))
    return world
  }

  /** A user who sees all plants that exist now. The token is valid for `lifeMs`. */
  async addReader(user: string, lifeMs?: number): Promise<Reader> {
    await this.store.addUser(user)
    await this.store.grant({ user }, { all: true })
    return this.addToken(user, lifeMs)
  }

  async addToken(user: string, lifeMs?: number): Promise<Reader> {
    const expiry = lifeMs === undefined ? undefined : new Date(Date.now() + lifeMs)
    const { secret, token } = await this.store.createToken(user, 'reading', expiry)
    return { user, token: secret, tokenId: token.id }
  }

  /** Adds plants, or changes those whose keys are known. */
  async write(plants: readonly KeyedPlant[]): Promise<void> {
    await importPlants(this.store, plants)
    const changed = new Map(plants.map((each) => [each.key, each]))
    const known = this.plants.map((each) => changed.get(each.key) ?? each)
    const keys = new Set(known.map(({ key }) => key))
    this.plants = [...known, ...plants.filter(({ key }) => !keys.has(key))]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close()
  }
}

/** The plant with this number. */
export function plant(index: number, word = 'Plant'): KeyedPlant {
  return { key: `plant-${index}`, name: `${word} ${index} ${padding}`, tag: `tag ${index % 7}` }
}

/** The body of the response with these plants. */
export function listOf(plants: readonly KeyedPlant[]): string {
  return JSON.stringify(plants.map(({ key: _key, ...sent }) => sent))
}
