/** Imports values from memory into a store, in the same way as from files. */
import type { RecordLine, Records, Store } from '@plant-store/store'

/** Imports values as the lines of one file. Throws when one of them is refused. */
export async function importPlants(store: Store, values: Iterable<unknown>): Promise<void> {
  await store.importPlants(recordsOf(values), refuseNone)
}

/** For a store's imports: a thousand lines at a time, as a file would be read. */
// oxlint-disable-next-line typescript/require-await -- the store awaits records, wherever they come from
export async function* recordsOf(values: Iterable<unknown>): Records {
  let batch: RecordLine[] = []
  let line = 0
  for (const value of values) {
    line += 1
    batch.push({ line, value })
    if (batch.length === 1000) {
      yield batch
      batch = []
    }
  }
  yield batch
}

/** For a store's imports: every line is right. */
export function refuseNone({ line, reason }: { readonly line: number; readonly reason: string }): never {
  throw new Error(`line ${line} of the world can't be imported: ${reason}`)
}
