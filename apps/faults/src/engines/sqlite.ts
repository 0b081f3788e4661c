/** An SQLite database in a file of the run's own. */
import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { type Engine, type EngineNeeds, mountSmallDisk } from './engine.ts'

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
    serve: async () => {
      if (diskFor !== 'link' || disk === undefined) return database
      const link = join(disk.directory, 'plants.db')
      await symlink(database, link)
      await promisify(execFile)('mount', ['-o', 'remount,ro', disk.directory])
      return link
    },
    disk,
    postgres: undefined,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
