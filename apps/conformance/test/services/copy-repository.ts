/** A copy of the repository as it stands, for changes that are thrown away. */
import { cp, mkdir, symlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Left out of the copy: what is generated from the rest, or belongs to this work tree. */
const left: ReadonlySet<string> = new Set(['.git', '.turbo', '.plant-store'])

/** Copies sources and package links into the directory, which need not exist; third-party packages are shared. */
export async function copyRepository(to: string): Promise<void> {
  await cp(root, to, {
    recursive: true,
    // Links to our own packages stay within the copy.
    verbatimSymlinks: true,
    filter: (from) => !left.has(basename(from)) && relative(root, from) !== 'node_modules',
  })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
  const environments = join('apps', 'conformance', '.plant-store')
  await mkdir(join(root, environments), { recursive: true })
  await symlink(join(root, environments), join(to, environments))
}
