/** Makes the sample plants, people and grants on the demo's first run. */
import { explainPath, migrate, openStore, readRecords, type Store } from '@plant-store/store'
import { createReadStream, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes the database in a directory beside its final place, then moves it there. So an interrupted first run leaves
 * nothing that a second run would take for the sample world. The caller has checked that there is no file. Rejects with
 * a `StoreError` where the directory is not writable.
 */
export async function makeSampleWorld(database: string, actor?: string): Promise<void> {
  const directory = dirname(database)
  const workshop = explainPath(directory, () => {
    // With `recursive`, a read-only file system would be reported as a missing directory.
    if (!existsSync(directory)) mkdirSync(directory)
    return mkdtempSync(join(directory, 'making-'))
  })
  try {
    const unfinished = join(workshop, 'plant-store.db')
    await migrate({ database: unfinished })
    await load(unfinished, actor)
    // Files left by a deleted database would be replayed into this one.
    await rm(`${database}-wal`, { force: true })
    await rm(`${database}-shm`, { force: true })
    await rename(unfinished, database)
  } finally {
    await rm(workshop, { recursive: true })
  }
}

async function load(database: string, actor: string | undefined): Promise<void> {
  const store = await openStore({ database, actor })
  try {
    await loadFile('plants.json', (...what) => store.importPlants(...what))
    await loadFile('users.json', (...what) => store.importUsers(...what))
    await loadFile('grants.json', (...what) => store.importGrants(...what))
  } finally {
    await store.close()
  }
}

async function loadFile(name: string, importInto: Store['importPlants']): Promise<void> {
  const file = fileURLToPath(import.meta.resolve(`#data/${name}`))
  await importInto(readRecords(createReadStream(file), 'json'), ({ line, reason }) => {
    throw new Error(`the sample file ${name} is bad at line ${line}: ${reason}`)
  })
}
