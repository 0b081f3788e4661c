/** The version of the next release: that of the package, raised by the pending changes in `.changeset`. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import semver from 'semver'
import { byGravity, gravest, type Level } from '../diff/change.ts'
import { type Json, membersOf, show, textsIn } from '../document/json.ts'
import { parseYaml } from '../document/parse-yaml.ts'
import { UserError } from '../user-error.ts'
import { readPackageVersion } from './base.ts'

const packageName = '@plant-store/contracts'

export interface Planned {
  /** The version in package.json now. */
  readonly version: string
  /** The highest level that the pending change intents name for the package. */
  readonly pending: Level | null
  /** The version of the next release. */
  readonly next: string
}

/** `directory` is the package, `root` the repository. */
export async function readPlanned(directory: string, root: string): Promise<Planned> {
  const version = await readPackageVersion(directory)
  const pending = gravest(await readIntents(join(root, '.changeset')))
  return { version, pending, next: pending === null ? version : raise(version, pending) }
}

export const raise = (version: string, level: Level): string => semver.inc(version, level) ?? version

/** The levels in those files that no release has consumed; the ledger names the consumed ones. */
async function readIntents(directory: string): Promise<readonly Level[]> {
  const files = await readdir(directory).catch(() => [])
  const ledger = await readFile(join(directory, 'ledger.yaml'), 'utf8').catch(() => '')
  const consumed = intentsIn(parseYaml(ledger, '.changeset/ledger.yaml').root)
  const texts = files
    .filter((file) => file.endsWith('.md') && file !== 'README.md' && !consumed.has(basename(file, '.md')))
    .map(async (file) => ({ file, text: await readFile(join(directory, file), 'utf8') }))
  return (await Promise.all(texts)).flatMap(({ file, text }) => levelsIn(text, `.changeset/${file}`))
}

/** The names of all intents in a ledger. */
const intentsIn = (ledger: Json): ReadonlySet<string> =>
  new Set(Object.values(membersOf(ledger)).flatMap((release) => textsIn(membersOf(release)['intents'])))

const frontMatter = /^---\r?\n(?<yaml>.*?)^---\r?$/ms

function levelsIn(text: string, name: string): readonly Level[] {
  const bumps = parseYaml(`\n${frontMatter.exec(text)?.groups?.['yaml'] ?? ''}`, name).root
  const named = membersOf(bumps)[packageName]
  if (named === undefined || named === 'none') return []
  const level = byGravity.find((one) => one === named)
  if (level === undefined)
    throw new UserError(`${name}: ${show(named)} is none of patch, minor, major and none.`)
  return [level]
}
