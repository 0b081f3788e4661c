/** Finds what the user wants to compare with. */
import semver from 'semver'
import { UserError } from '../user-error.ts'
import type { Base } from './base.ts'
import { readFromGit } from './from-git.ts'
import { readFromPackage, readFromRegistry } from './from-package.ts'
import { readReleased, releasedVersions } from './released.ts'

/**
 * `wanted` is a packed package (`….tgz`), a version (`1.0.0`), or a commit, branch or tag of git; undefined means the
 * last release. Throws a `UserError` that says what is wrong with it.
 */
export async function findBase(wanted: string | undefined, directory: string): Promise<Base> {
  const released = await releasedVersions(directory)
  if (wanted === undefined) {
    const last = released.at(-1)
    if (last === undefined)
      throw new UserError('Nothing was released yet: say what to compare with, such as main.')
    return readReleased(last, directory)
  }
  if (/\.t(?:ar\.)?gz$/.test(wanted)) return readFromPackage(wanted)
  if (semver.valid(wanted) === wanted) {
    return released.includes(wanted) ? readReleased(wanted, directory) : readFromRegistry(wanted)
  }
  return readFromGit(wanted, directory)
}
