/** A process that calls a store, like the operator's command. Arguments: the database, the calls as JSON. */
import process from 'node:process'
import { openStore, type Store } from '../../../src/index.ts'
import { plantsSeen } from '../../promises/world.ts'
import type { Call } from './run-process.ts'

const [database = '', calls = '[]'] = process.argv.slice(2)

// A test passes valid calls; the compiler can't know.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const todo = JSON.parse(calls) as readonly Call[]
const store = await openStore({ database })
for (const [method, ...values] of todo) {
  const result =
    method === 'plantsSeen' ? await plantsSeen(store, String(values[0])) : await run(method, values)
  process.stdout.write(`${JSON.stringify(result ?? null)}\n`)
}
await store.close()

function run(method: keyof Store, values: readonly unknown[]): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const call = store[method] as (this: Store, ...values: unknown[]) => Promise<unknown>
  return call.apply(store, [...values])
}
