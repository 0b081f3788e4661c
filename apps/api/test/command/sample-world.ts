/** The sample world, made once per test file and copied for each of its tests. */
import { rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@plant-store/testkit'
import { makeSampleWorld } from '../../src/command/demo/make-sample-world.ts'

let made: Promise<string> | undefined

/** Copies it, because making it takes 55 ms of processor time. */
export async function copySampleWorld(database: string): Promise<void> {
  made ??= make()
  await copyFile(await made, database)
}

/** Makes it in a directory that is removed when the process ends. */
async function make(): Promise<string> {
  const { path } = await temporaryDirectory()
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  const database = join(path, 'plant-store.db')
  await makeSampleWorld(database)
  return database
}
