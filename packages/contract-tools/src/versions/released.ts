/** The contract as it was released: a copy for each version, beside the contract, so that every clone knows it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
export async function releasedVersions(directory: string): Promise<readonly string[]> {
  const files = await readdir(join(directory, folder)).catch(() => [])
  const versions = files
    .map((file) => file.replace(/\.yaml$/, ''))
    .filter((name) => semver.valid(name) !== null)
  return versions.toSorted(semver.compare)
}

export async function readReleased(version: string, directory: string): Promise<Base> {
  const file = join(directory, folder, `${version}.yaml`)
  const document = readDocument(await readFile(file, 'utf8'), `contracts/${folder}/${version}.yaml`)
  return { name: version, document, version }
}

/**
 * Saves a copy of the contract under the version that its package has now; writing the same again is fine. Throws a
 * `UserError` if that version was released with another document, or if the document is broken.
 */
export async function keepAsReleased(directory: string): Promise<string> {
  const version = await readPackageVersion(directory)
  const text = await readText(join(directory, 'openapi.yaml'), 'contracts/openapi.yaml')
  readDocument(text, 'contracts/openapi.yaml')
  const file = join(directory, folder, `${version}.yaml`)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined && kept !== text) {
    throw new UserError(
      `${version} was released with another document: raise the version in contracts/package.json first.`,
    )
  }
  await writeFile(file, text)
  return version
}

/** The version of the contract's package, now. `directory` is the package. */
export async function readPackageVersion(directory: string): Promise<string> {
  const name = 'contracts/package.json'
  return readVersion(await readText(join(directory, 'package.json'), name), name)
}

/** Throws a `UserError` if the text is not a package.json with a version. */
export function readVersion(text: string, name: string): string {
  const version = textOf(membersOf(parseYaml(text, name).root)['version'])
  if (semver.valid(version) === null) throw new UserError(`${name} states no version such as 1.2.3.`)
  return version
}
