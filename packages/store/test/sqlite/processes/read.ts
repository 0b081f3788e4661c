/** A process that opens a store for reading only, and prints what it reads or the error. Argument: the database. */
import process from 'node:process'
import { openStore, StoreError } from '../../../src/index.ts'
import { collect } from '../../collect.ts'

const [database = ''] = process.argv.slice(2)

async function read(): Promise<unknown> {
  const store = await openStore({ database, readOnly: true })
  try {
    const plants = await collect(store.plants({ all: true }))
    return { plants: plants.map(({ name }) => name), findings: await collect(store.verify()) }
  } finally {
    await store.close()
  }
}

const outcome = await read().catch((error: unknown) =>
  error instanceof StoreError ? { code: error.code, message: error.message } : { error: String(error) },
)
process.stdout.write(JSON.stringify(outcome))
