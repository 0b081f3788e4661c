/** A world of any size with one user who sees everything, for streams and measurements. */
import { join } from 'node:path'
import type { Plant } from '@plant-store/contracts'
import { migrate, openStore } from '@plant-store/store'
import { importPlants } from './import-plants.ts'

/** A database with `count` plants, all visible to one user. */
export interface LargeWorld {
  readonly database: string
  readonly count: number
  readonly token: string
}

/**
 * The plant at this place in the list, counted from 0: what is due is known without holding a million plants. With long
 * names, few plants make more bytes than sockets hold: a plant costs its row, but a long name next to nothing.
 */
export function largeWorldPlant(index: number, nameLength = 0): Plant {
  const name = `Plant ${index}`.padEnd(nameLength, ' of a garden that is far away')
  // A third of the plants have no tag.
  return index % 3 === 0 ? { name } : { name, tag: `tag ${index % 7}` }
}

/** Makes the world as a new database in the directory. */
export async function makeLargeWorld(
  directory: string,
  count: number,
  nameLength?: number,
): Promise<LargeWorld> {
  const database = join(directory, 'plants.db')
  await migrate({ database })
  const store = await openStore({ database })
  try {
    await importPlants(store, manyPlants(count, nameLength))
    await store.addUser('ana')
    await store.grant({ user: 'ana' }, { all: true })
    const { secret } = await store.createToken('ana', 'active')
    return { database, count, token: secret }
  } finally {
    await store.close()
  }
}

function* manyPlants(count: number, nameLength?: number): Generator<Plant & { readonly key: string }> {
  for (let index = 0; index < count; index += 1) {
    yield { key: `plant-${index}`, ...largeWorldPlant(index, nameLength) }
  }
}
