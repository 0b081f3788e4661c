/** A process that creates a token, prints its secret, and never delivers it. Arguments: the database, the user. */
import process from 'node:process'
import { openStore } from '../../../src/index.ts'

const [database = '', user = ''] = process.argv.slice(2)
const store = await openStore({ database })
process.stdin.resume()
await store.createToken(user, 'never delivered', undefined, ({ secret }) => {
  process.stdout.write(`${secret}\n`)
  return new Promise(() => {})
})
