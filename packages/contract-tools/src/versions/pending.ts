/** The version that the next release has: that of the package, raised by what waits in `.changeset`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import semver from 'semver'
import { parse } from 'yaml'
import { highest, type Level } from '../diff/change.ts'
import { UserError } from '../user-error.ts'
import { readVersion } from './package-version.ts'

const packageName = '@plant-store/contracts'
const levels: ReadonlySet<unknown> = new Set(['patch', 'minor', 'major'])

export interface Planned {
  /** In package.json, now. */
  readonly version: string
  /** The highest that the pending change intents name for the package. */
  readonly intent: Level | undefined
  /** What the next release has. */
  readonly next: string
}

/** `directory` is the package, `root` the repository. */
export async function readPlanned(directory: string, root: string): Promise<Planned> {
  const version = readVersion(
    await readFile(join(directory, 'package.json'), 'utf8'),
    'contracts/package.json',
  )
  const intent = highest(await readIntents(join(root, '.changeset')))
  return { version, intent, next: intent === undefined ? version : raise(version, intent) }
}

export const raise = (version: string, level: Level): string => semver.inc(version, level) ?? version

async function readIntents(directory: string): Promise<readonly Level[]> {
  const files = await readdir(directory).catch(() => [])
  const texts = files
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map(async (file) => ({ file, text: await readFile(join(directory, file), 'utf8') }))
  return (await Promise.all(texts)).flatMap(({ file, text }) => levelsIn(text, `.changeset/${file}`))
}

const frontMatter = /^---\r?\n(?<yaml>.*?)^---\r?$/ms

function levelsIn(text: string, name: string): readonly Level[] {
  const bumps: unknown = parse(frontMatter.exec(text)?.groups?.['yaml'] ?? '')
  if (typeof bumps !== 'object' || bumps === null) return []
  const level: unknown = Object.entries(bumps).find(([of]) => of === packageName)?.[1]
  if (level === undefined || level === 'none') return []
  if (!isLevel(level))
    throw new UserError(`${name}: ${JSON.stringify(level)} is none of patch, minor, major and none.`)
  return [level]
}

const isLevel = (value: unknown): value is Level => levels.has(value)
