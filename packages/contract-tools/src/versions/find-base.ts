/** Finds what the contract is compared with: an earlier state of it, and the version of its package at that time. */
import { UserError } from '../user-error.ts'
import { readFromGit } from './from-git.ts'
import { type Base, readReleased, releasedVersions } from './released.ts'

/**
 * `wanted` is a released version (`1.0.0`), or a commit, branch or tag of git; undefined means the last release. Throws
 * a `UserError` that says what is wrong with it.
 */
export async function findBase(wanted: string | undefined, directory: string): Promise<Base> {
  const released = await releasedVersions(directory)
  const version = wanted ?? released.at(-1)
  if (version === undefined)
    throw new UserError('Nothing was released yet: say what to compare with, such as main.')
  return released.includes(version) ? readReleased(version, directory) : readFromGit(version, directory)
}
