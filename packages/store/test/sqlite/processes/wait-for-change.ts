/**
 * A process that opens a session before and after a line on its stdin, and then asks what ada sees; prints all answers.
 * Arguments: database, token.
 */
import { once } from 'node:events'
import process from 'node:process'
import { openStore, StoreError } from '../../../src/index.ts'
import { collect } from '../../collect.ts'
import { refusalOf } from '../../promises/world.ts'

const [database = '', secret = ''] = process.argv.slice(2)
const store = await openStore({ database, readOnly: true })
process.stdout.write(`${await refusalOf(store, secret)}\n`)
await once(process.stdin, 'data')
const seen = async (): Promise<number> => (await collect(store.plantsSeenBy('ada'))).length
for (const ask of [() => refusalOf(store, secret), () => store.ping(), seen]) {
  const answer = await ask().catch((error: unknown) => (error instanceof StoreError ? error.message : error))
  process.stdout.write(`${String(answer)}\n`)
}
await store.close()
process.stdin.destroy()
