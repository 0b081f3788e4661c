/** The contract in a packed package, which may come from a registry. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readDocument } from '../document/document.ts'
import { UserError } from '../user-error.ts'
import type { Base } from './base.ts'
import { readVersion } from './package-version.ts'
import { tryRun } from './run.ts'

/** Throws a `UserError` for a file that is missing or is not a package of the contract. */
export async function readFromPackage(file: string): Promise<Base> {
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new UserError(`There is no file ${file}.`)
  const name = basename(file)
  const read = async (member: string): Promise<string> => {
    const text = await tryRun('tar', ['-xzOf', file, `package/${member}`])
    if (text === undefined) throw new UserError(`${name} is no packed contract: it has no package/${member}.`)
    return text
  }
  const document = readDocument(await read('openapi.yaml'), `${name}:openapi.yaml`)
  return { name, document, version: readVersion(await read('package.json'), `${name}:package.json`) }
}

/** Asks the registry that npm is set up for. Throws a `UserError` if it has no such version, or can't be reached. */
export async function readFromRegistry(version: string): Promise<Base> {
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-contract-'))
  const wanted = `@plant-store/contracts@${version}`
  try {
    const printed = await tryRun('npm', ['pack', wanted, '--json', '--pack-destination', directory])
    if (printed === undefined) {
      throw new UserError(
        `${wanted} is neither in contracts/released nor available from the registry that npm uses.`,
      )
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form that npm documents
    const [packed] = JSON.parse(printed) as readonly { readonly filename: string }[]
    return { ...(await readFromPackage(join(directory, packed?.filename ?? ''))), name: wanted }
  } finally {
    await rm(directory, { recursive: true })
  }
}
