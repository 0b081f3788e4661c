/** The contract as it was released: a copy for each version, beside the contract, so that every clone knows it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import semver from 'semver'
import { type Document, readDocument } from '../document/document.ts'
import { readText } from '../document/read-text.ts'
import { UserError } from '../user-error.ts'
import { readPackageVersion } from './package-version.ts'

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
