/** An SQLite database in a file of the run's own. */
import { join } from 'node:path'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Engine, EngineNeeds } from './engine.ts'
import { mountSmallDisk } from './small-disk.ts'

export async function openSqlite({ disk: diskFor }: EngineNeeds): Promise<Engine> {
  const stack = new AsyncDisposableStack()
  const directory = await temporaryDirectory()
  stack.defer(() => directory.remove())
  const disk = diskFor === undefined ? undefined : await mountSmallDisk(stack)
  const place = diskFor === 'database' && disk !== undefined ? disk.directory : directory.path
  const database = join(place, 'plants.db')
  return {
    database,
    directory: directory.path,
    serve: () => Promise.resolve(database),
    disk,
    postgres: undefined,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
