/** The options that say whose grants, and which plants, are meant. */
import type { Outcome, PlantSelection, StandingSelection, Subject } from '@plant-store/store'
import { Option } from 'commander'
import { CommandError } from '../exit-codes.ts'
import { collectIds } from './parse.ts'

/** What the options of `plantSelection` hold once parsed. */
export interface PlantSelectionOptions {
  readonly plant?: readonly number[]
  readonly key?: readonly string[]
  readonly name?: readonly string[]
  readonly tag?: readonly string[]
  readonly all?: true
}

/**
 * `--plant`, `--key`, `--name`, `--tag` and `--all`. An option given several times matches any of its values; different
 * options must all match.
 */
export const plantSelection = (): readonly Option[] => [
  new Option('--plant <id...>', 'plants with any of these ids').argParser(collectIds),
  new Option('--key <key...>', 'plants with any of these keys'),
  new Option('--name <name...>', 'plants with any of these names'),
  new Option('--tag <tag...>', 'plants with any of these tags'),
  new Option('--all', 'all plants that exist now').conflicts(['plant', 'key', 'name', 'tag']),
]

/** The selection, or undefined when no option was given. */
export function selectedPlants(options: PlantSelectionOptions): PlantSelection | undefined {
  const { plant: id, key, name, tag, all } = options
  if (all === true) return { all }
  if (id === undefined && key === undefined && name === undefined && tag === undefined) return undefined
  return {
    ...(id !== undefined && { id }),
    ...(key !== undefined && { key }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tag }),
  }
}

/** The selection; a `CommandError` when no option was given. */
export function requirePlants(options: PlantSelectionOptions): PlantSelection {
  const selection = selectedPlants(options)
  if (selection !== undefined) return selection
  throw new CommandError(
    'usage',
    'Say which plants: --plant ID, --key KEY, --name NAME, --tag TAG, or --all.',
  )
}

/** Returns the outcome; a `CommandError` when no plant matched, which is probably a typo. */
export function requireMatch<Of extends Outcome>(outcome: Of): Of {
  if (outcome.matched > 0) return outcome
  throw new CommandError('refused', 'No plant matches. List all plants with: plant-store plants list')
}

/** What the options of `subjectOptions` hold once parsed. */
export interface SubjectOptions {
  readonly user?: string
  readonly group?: string
}

/** `--user` and `--group`; only one of them may be given. */
export const subjectOptions = (): readonly Option[] => [
  new Option('--user <name>', 'grants of this user, without those of groups'),
  new Option('--group <name>', 'grants of this group').conflicts('user'),
]

/** The user or group, or undefined when neither was given. */
export function namedSubject({ user, group }: SubjectOptions): Subject | undefined {
  if (user !== undefined) return { user }
  return group === undefined ? undefined : { group }
}

/** The user or group; a `CommandError` when neither was given. */
export function requireNamedSubject(options: SubjectOptions): Subject {
  const subject = namedSubject(options)
  if (subject !== undefined) return subject
  throw new CommandError('usage', 'Say who: --user NAME or --group NAME.')
}

/** `user Mei` or `group herbarium`. */
export function describeSubject(subject: Subject): string {
  return 'user' in subject ? `user ${subject.user}` : `group ${subject.group}`
}

/** The plants of the standing grant; a `CommandError` where they are neither tags nor all plants. */
export function requireStanding({ plant, key, name, tag, all }: PlantSelectionOptions): StandingSelection {
  const isOfOthers = plant !== undefined || key !== undefined || name !== undefined
  if (!isOfOthers && all === true) return { all }
  if (!isOfOthers && tag !== undefined) return { tag }
  throw new CommandError(
    'usage',
    'A standing grant is of tags or of all plants: give --tag TAG or --all, without --plant, --key and --name.',
  )
}
