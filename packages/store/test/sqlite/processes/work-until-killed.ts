/**
 * A process that changes a store until it is killed, and prints the number of each change once it is done. Arguments:
 * the kind of work, the database, the first number.
 */
import process from 'node:process'
import { backup, openStore, restore } from '../../../src/index.ts'
import { importText } from '../../promises/world.ts'
import { type Work, batch } from './work.ts'

const [kind = '', database = '', from = '0'] = process.argv.slice(2)
const store = await openStore({ database })

const works: Readonly<Record<Work, (number: number) => Promise<unknown>>> = {
  import: (number) => importText(store, 'importPlants', `{"name":"${number}"}\n`.repeat(batch)),
  grant: async (number) => {
    const user = `user ${number}`
    await store.addUser(user)
    if (number % 2 === 0) await store.grant({ user }, { all: true })
    else await store.addMember('everyone', user)
  },
  backup: (number) => backup({ database, to: `${database}.backup-${number}` }),
  restore: (number) => restore({ database, from: `${database}.${number % 2 === 0 ? 'even' : 'odd'}` }),
}

function isWork(name: string): name is Work {
  return name in works
}

if (!isWork(kind)) throw new Error(`there is no work named ${kind}`)
process.stdout.write('ready\n')
for (let number = Number(from); ; number += 1) {
  await works[kind](number)
  process.stdout.write(`${number}\n`)
}
