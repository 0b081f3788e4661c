/** What the contract is compared with: a release, of which every clone has a copy beside the contract, or a commit. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import semver from 'semver'
import { type Document, readDocument } from '../document/document.ts'
import { membersOf, textOf } from '../document/json.ts'
import { parseYaml, readText } from '../document/parse-yaml.ts'
import { UserError } from '../user-error.ts'

/** What the contract is compared with. */
export interface Base {
  /** What messages call it: `1.0.0`, `v1.0.0`, `main`. */
  readonly name: string
  readonly document: Document
  /** The version of `@plant-store/contracts` at that time. */
  readonly version: string
}

const folder = 'released'

/** The versions of which there are copies, the oldest first. */
async function releasedVersions(directory: string): Promise<readonly string[]> {
  const files = await readdir(join(directory, folder)).catch(() => [])
  const versions = files
    .map((file) => file.replace(/\.yaml$/, ''))
    .filter((name) => semver.valid(name) !== null)
  return versions.toSorted(semver.compare)
}

async function readReleased(version: string, directory: string): Promise<Base> {
  const file = join(directory, folder, `${version}.yaml`)
  const document = readDocument(await readFile(file, 'utf8'), `contracts/${folder}/${version}.yaml`)
  return { name: version, document, version }
}

/** The version of the contract's package, now. `directory` is the package. */
export async function readPackageVersion(directory: string): Promise<string> {
  const name = 'contracts/package.json'
  return readVersion(await readText(join(directory, 'package.json'), name), name)
}

/** Throws a `UserError` if the text is not a package.json with a version. */
function readVersion(text: string, name: string): string {
  const version = textOf(membersOf(parseYaml(text, name).root)['version'])
  if (semver.valid(version) === null) throw new UserError(`${name} states no version such as 1.2.3.`)
  return version
}

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
