/** The version that a package.json states. */
import { join } from 'node:path'
import semver from 'semver'
import { readText } from '../document/read-text.ts'
import { messageOf, UserError } from '../user-error.ts'

/** The version of the contract's package, now. `directory` is the package. */
export async function readPackageVersion(directory: string): Promise<string> {
  const name = 'contracts/package.json'
  return readVersion(await readText(join(directory, 'package.json'), name), name)
}

/** Throws a `UserError` if the text is not a package.json with a version. */
export function readVersion(text: string, name: string): string {
  const version: unknown = versionIn(text, name)
  if (typeof version !== 'string' || semver.valid(version) === null) {
    throw new UserError(`${name} states no version such as 1.2.3.`)
  }
  return version
}

function versionIn(text: string, name: string): unknown {
  try {
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : undefined
  } catch (error) {
    throw new UserError(`${name} is no JSON: ${messageOf(error)}`)
  }
}
