/** Programs that tests run as processes of their own. Arguments: the program's name, and its values. */
import { once } from 'node:events'
import process from 'node:process'
import { backup, migrate, openStore, restore, type Store, StoreError } from '../../src/index.ts'
import { publishFile } from '../../src/files/unfinished-file.ts'
import { importText } from '../promises/world.ts'
import { batch, type Program, type Work, manyPlants } from './run-program.ts'

const print = (line: unknown): boolean => process.stdout.write(`${String(line)}\n`)

/** The error of a person as JSON. */
const reportError = (error: unknown): object =>
  error instanceof StoreError ? { code: error.code, message: error.message } : { error: String(error) }

const works: Readonly<Record<Work, (store: Store, database: string, number: number) => Promise<unknown>>> = {
  import: (store, _, number) => importText(store, 'importPlants', `{"name":"${number}"}\n`.repeat(batch)),
  backup: (_, database, number) => backup({ database, to: `${database}.backup-${number}` }),
  restore: (_, database, number) =>
    restore({ database, from: `${database}.${number % 2 === 0 ? 'even' : 'odd'}` }),
}

const programs: Readonly<Record<Program, (database: string, ...values: string[]) => Promise<unknown>>> = {
  /** Brings a database forward on request. Prints what it applied. */
  migrate: async (database) => {
    print('ready')
    await once(process.stdin, 'data')
    print(JSON.stringify((await migrate({ database })).applied))
    process.stdin.destroy()
  },
  /** Gives a finished file its name, and prints the outcome. */
  publish: (finished, name = '') =>
    Promise.try(() => publishFile(finished, name)).then(
      () => print('published'),
      (error: unknown) => print(error instanceof StoreError ? error.code : error),
    ),
  /** Changes a store until it is killed, and prints the number of each change once it is done. */
  work: async (database, kind = '', from = '0') => {
    const store = await openStore({ database })
    print('ready')
    for (let number = Number(from); ; number += 1) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      await works[kind as Work](store, database, number)
      print(number)
    }
  },
  /** Makes a backup, or imports many plants if no file is named, and prints the error that ended it. */
  write: async (database, to = '') => {
    const store = await openStore({ database })
    const work = to === '' ? importText(store, 'importPlants', manyPlants) : backup({ database, to })
    print(JSON.stringify(await work.then(() => ({}), reportError)))
    await store.close()
  },
}

const [name = '', ...values] = process.argv.slice(2)
const [database = '', ...more] = values
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
await programs[name as Program](database, ...more)
