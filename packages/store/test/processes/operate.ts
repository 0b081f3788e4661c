/** A process that makes calls to a store, as the operator's command would. Arguments: the database, the calls as JSON. */
import process from 'node:process'
import { openStore, type Store } from '../../src/index.ts'
import type { Call } from './run-process.ts'

const [database = '', calls = '[]'] = process.argv.slice(2)

// What comes from a test fits; the compiler can't know.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const todo = JSON.parse(calls) as readonly Call[]
const store = await openStore({ database })
for (const [method, ...values] of todo) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const call = store[method] as (this: Store, ...values: readonly unknown[]) => Promise<unknown>
  process.stdout.write(`${JSON.stringify((await call.apply(store, values)) ?? null)}\n`)
}
await store.close()
