/** A process that writes a lot, and prints the error that ended it. Arguments: what to do, the database, a new file. */
import process from 'node:process'
import { backup, openStore, StoreError } from '../../../src/index.ts'
import { importText } from '../../promises/world.ts'
import { manyPlants } from '../many-plants.ts'

const [kind = '', database = '', to = ''] = process.argv.slice(2)

async function write(): Promise<void> {
  if (kind === 'backup') {
    await backup({ database, to })
    return
  }
  const store = await openStore({ database })
  try {
    await importText(store, 'importPlants', manyPlants)
  } finally {
    await store.close()
  }
}

const outcome = await write().catch((error: unknown) =>
  error instanceof StoreError ? { code: error.code, message: error.message } : { error: String(error) },
)
process.stdout.write(JSON.stringify(outcome ?? {}))
