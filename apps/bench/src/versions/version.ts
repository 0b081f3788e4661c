/** A version of this repository: the one this file belongs to, or another commit. */
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

/** The version that this file belongs to. */
export async function currentVersion(): Promise<Version> {
  try {
    const commit = await git('rev-parse', 'HEAD')
    return { root: here, commit, isChanged: (await git('status', '--porcelain')) !== '' }
  } catch {
    return { root: here, commit: undefined, isChanged: false }
  }
}

/** The command of a version, run by this Node as a process of its own, because apps never import each other. */
export function plantStoreCommand({ root }: Version): readonly [node: string, main: string] {
  return [process.execPath, join(root, 'apps/api/src/main.ts')]
}

/** The store of a version. Only the store needs to know its tables. */
export async function importStore({ root }: Version): Promise<typeof StoreModule> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both versions have the parts that are used
  return (await import(pathToFileURL(join(root, 'packages/store/src/index.ts')).href)) as typeof StoreModule
}

/** Runs git in this repository. Resolves to its output without the trailing newline; rejects if git fails. */
export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', here, ...args])
  return stdout.trimEnd()
}
