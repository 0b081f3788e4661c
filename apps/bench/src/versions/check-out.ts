/** Checks out another commit of this repository, with dependencies, in a git worktree that is removed afterwards. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { BenchError } from '../bench-error.ts'
import { git, type Version } from './version.ts'

/** A worktree that is removed when it is disposed of, or when this process ends. */
interface CheckedOut extends Version, Disposable {
  readonly commit: string
}

/** Rejects with a `BenchError` if there is no such commit or its dependencies can't be installed. */
export async function checkOut(ref: string): Promise<CheckedOut> {
  const commit = await git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new BenchError(`There is no commit ${ref} in this repository.`, { isUsage: true })
  })
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-before-'))
  const root = join(directory, 'tree')
  const remove = (): void => {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    spawnSync('git', ['worktree', 'prune'], { cwd: import.meta.dirname })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  try {
    await git('worktree', 'add', '--detach', root, commit)
    await install(root)
  } catch (error) {
    remove()
    throw error
  }
  return { root, commit, isChanged: false, [Symbol.dispose]: remove }
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
