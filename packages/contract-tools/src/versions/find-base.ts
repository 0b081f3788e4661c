/** Finds what the contract is compared with: an earlier state of it, and the version of its package at that time. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readDocument } from '../document/document.ts'
import { UserError } from '../user-error.ts'
import { type Base, readReleased, readVersion, releasedVersions } from './released.ts'

const maxBuffer = 64 * 2 ** 20

/** `directory` is the package of the contract. Throws a `UserError` for an unknown ref, and for one without the contract. */
async function readFromGit(ref: string, directory: string): Promise<Base> {
  /** What git prints, or undefined if it fails. */
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    try {
      return (await promisify(execFile)('git', args, { cwd: directory, maxBuffer })).stdout
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new UserError('The program git is needed, and is not installed.')
      return undefined
    }
  }
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === undefined) {
    const isShallow = (await git('rev-parse', '--is-shallow-repository'))?.trim() === 'true'
    const hint = isShallow
      ? ' This clone has only part of the history: fetch the rest with `git fetch --unshallow --tags`.'
      : ''
    throw new UserError(
      `${JSON.stringify(ref)} is no commit, branch or tag here, and no released version.${hint}`,
    )
  }
  const inside = (await git('rev-parse', '--show-prefix'))?.trim()
  const read = async (file: string): Promise<string> => {
    const text = await git('show', `${commit.trim()}:${inside}${file}`)
    if (text === undefined) throw new UserError(`${ref} has no ${inside}${file}: the contract is newer.`)
    return text
  }
  const document = readDocument(await read('openapi.yaml'), `${ref}:${inside}openapi.yaml`)
  const version = readVersion(await read('package.json'), `${ref}:${inside}package.json`)
  return { name: ref, document, version }
}

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
