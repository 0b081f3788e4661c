/** Another commit of this repository, with its dependencies, in a git worktree that is removed afterwards. */
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

/** Dispose of it to remove it; it is removed too when this process ends. */
interface CheckedOut extends Version, Disposable {
  readonly commit: string
}

/** Rejects with a `BenchError` when there is no such commit, or when its dependencies can't be installed. */
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

/** Only what the service needs, from pnpm's store where it has it. Nothing of it is run by the installation. */
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
  // A process group of its own, so that all of it can be ended at once: npx starts pnpm.
  const child = spawn('npx', installation, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  process.prependOnceListener('exit', end)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  // A program that isn't there is an error here; then there is no exit code either.
  await once(child, 'close').catch(() => {})
  process.off('exit', end)
  if (child.exitCode === 0) return
  throw new BenchError(`The dependencies of ${root} can't be installed: ${(await output).join('')}`)
}
