/** The version of this repository that this file belongs to, and other commits, checked out beside it. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as StoreModule from '@plant-store/store'
import { BenchError } from './bench-error.ts'

/** Where its sources are, and which commit they are. */
export interface Version {
  readonly root: string
  /** The commit, and whether the sources differ from it. */
  readonly commit: string
}

const here = resolve(import.meta.dirname, '../../..')

export async function currentVersion(): Promise<Version> {
  try {
    const isChanged = (await git('status', '--porcelain')) !== ''
    return { root: here, commit: `${await git('rev-parse', 'HEAD')}${isChanged ? ', changed' : ''}` }
  } catch {
    return { root: here, commit: 'not known' }
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

/** A directory for temporary files that is removed when it is disposed of, or when this process ends. */
export async function scratchDirectory(): Promise<Disposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'plant-store-bench-'))
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  return { path, [Symbol.dispose]: remove }
}

/**
 * Checks out a commit in a git worktree in the directory, with what the service needs. Call the result once the
 * directory is gone. Rejects with a `BenchError` if there is no such commit or its dependencies can't be installed.
 */
export async function checkOut(ref: string, directory: string): Promise<Version> {
  const commit = await git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new BenchError(`There is no commit ${ref} in this repository.`, { isUsage: true })
  })
  const root = join(directory, 'before')
  // By then the directory is gone.
  process.once('exit', () => spawnSync('git', ['worktree', 'prune'], { cwd: here }))
  await git('worktree', 'add', '--detach', root, commit)
  await install(root)
  return { root, commit }
}

/** Installs only what the service needs, from pnpm's store if possible, and runs no scripts of the dependencies. */
const installation = [
  '--yes',
  'pnpm@12',
  '--filter=@plant-store/api...',
  'install',
  '--frozen-lockfile',
  '--prefer-offline',
  '--ignore-scripts',
]

async function install(root: string): Promise<void> {
  // A process group of its own, so that npx and the pnpm it starts can be killed together.
  const child = spawn('npx', installation, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  process.prependOnceListener('exit', end)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  // A missing program is an error here, and there is no exit code then.
  await once(child, 'close').catch(() => {})
  process.off('exit', end)
  if (child.exitCode === 0) return
  throw new BenchError(`The dependencies of ${root} can't be installed: ${(await output).join('')}`)
}

/** Runs git in this repository. Resolves to its output without the trailing newline; rejects if git fails. */
async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', here, ...args])
  return stdout.trimEnd()
}
