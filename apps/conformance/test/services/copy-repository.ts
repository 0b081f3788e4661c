/** A copy of the repository as it stands, for changes that nobody keeps. */
import { cp, mkdir, symlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What is made from the rest, or belongs to this place. */
const left: ReadonlySet<string> = new Set(['.git', '.turbo', '.plant-store'])

/** Copies sources and links of packages into the directory, which need not exist; packages of others are shared. */
export async function copyRepository(to: string): Promise<void> {
  await cp(root, to, {
    recursive: true,
    // Links to packages of ours lead within the copy.
    verbatimSymlinks: true,
    filter: (from) => !left.has(basename(from)) && relative(root, from) !== 'node_modules',
  })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
  const environments = join('apps', 'conformance', '.plant-store')
  await mkdir(join(root, environments), { recursive: true })
  await symlink(join(root, environments), join(to, environments))
}
