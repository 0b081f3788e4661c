/** A disk on which no file can grow any more, until there is room again. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A small, separate file system. `await using` unmounts it. */
export interface CrowdedDisk extends AsyncDisposable {
  /** Where it is. */
  readonly directory: string
  /** A file on it, which does not exist yet. */
  readonly file: string
  /** Takes all room that is left. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
}

/** Mounts a disk in the directory. Resolves to undefined where this user may not mount. */
export async function mountDisk(directory: string): Promise<CrowdedDisk | undefined> {
  const path = join(directory, 'disk')
  await mkdir(path)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', path])
  } catch {
    return undefined
  }
  // A program that ends early must not leave its disks behind.
  const unmount = (): void => void spawnSync('umount', ['--lazy', path])
  process.once('exit', unmount)
  const ballast = join(path, 'ballast')
  return {
    directory: path,
    file: join(path, 'log'),
    fill: async () => {
      await using file = await open(ballast, 'w')
      try {
        for (const bytes = Buffer.alloc(2 ** 20); ;) await file.write(bytes)
      } catch {
        // The disk is full.
      }
    },
    makeRoom: () => rm(ballast),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', unmount)
      await run('umount', ['--lazy', path])
    },
  }
}
