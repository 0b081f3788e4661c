/** A version of this repository: the one that this file is part of, or another commit. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as StoreModule from '@plant-store/store'

/** Where its sources are, and which commit they are. */
export interface Version {
  readonly root: string
  /** Undefined where there is no git. */
  readonly commit: string | undefined
  /** Whether the sources differ from the commit. */
  readonly isChanged: boolean
}

const here = resolve(import.meta.dirname, '../../../..')

/** The version that runs this. */
export async function currentVersion(): Promise<Version> {
  try {
    const commit = await git('rev-parse', 'HEAD')
    return { root: here, commit, isChanged: (await git('status', '--porcelain')) !== '' }
  } catch {
    return { root: here, commit: undefined, isChanged: false }
  }
}

/** The command of a version, by the Node that runs this: as a process, for apps never import each other. */
export function plantStoreCommand({ root }: Version): readonly [node: string, main: string] {
  return [process.execPath, join(root, 'apps/api/src/main.ts')]
}

/** The store of a version, whose tables only it need know. */
export async function importStore({ root }: Version): Promise<typeof StoreModule> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is used of it is the same in both versions
  return (await import(pathToFileURL(join(root, 'packages/store/src/index.ts')).href)) as typeof StoreModule
}

/** Runs git in this repository. Resolves to what it wrote, without the last line's end; rejects when it fails. */
export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', here, ...args])
  return stdout.trimEnd()
}
