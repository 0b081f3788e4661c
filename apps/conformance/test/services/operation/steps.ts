/** What somebody who adds `GET /plants/{id}` by the steps of CONTRIBUTING.md would write, in a copy of the repository. */
import { execFile } from 'node:child_process'
import { cp, symlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The steps in which something is written. */
export type Step = '1-promise' | '2-typescript' | '3-due' | '4-answer'

/** Copies sources and package links into the directory, which need not exist; third-party packages are shared. */
export async function copyRepository(to: string): Promise<void> {
  const left = new Set(['.git', '.turbo', '.plant-store'])
  await cp(root, to, {
    recursive: true,
    // Links to our own packages stay within the copy.
    verbatimSymlinks: true,
    filter: (from) => !left.has(basename(from)) && relative(root, from) !== 'node_modules',
  })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
}

/** Writes it into a copy of the repository. Rejects with the message of Git where the files have become others. */
export async function follow(step: Step, copy: string): Promise<void> {
  // Nearby lines may have changed since the patch was written.
  await promisify(execFile)('git', ['apply', '-C1', patchOf(step)], { cwd: copy })
}

const patchOf = (step: Step): string => fileURLToPath(new URL(`${step}.patch`, import.meta.url))
