/** The version that a package.json states. */
import { join } from 'node:path'
import semver from 'semver'
import { membersOf, textOf } from '../document/json.ts'
import { parseYaml } from '../document/parse-yaml.ts'
import { readText } from '../document/read-text.ts'
import { UserError } from '../user-error.ts'

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
