/** The options that say which plants are meant. */
import type { Outcome, PlantSelection } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { CommandError } from '../exit-codes.ts'
import { collectIds } from './parse-name.ts'

/** What the options of `addPlantSelection` hold once parsed. */
export interface PlantSelectionOptions {
  readonly plant?: readonly number[]
  readonly key?: readonly string[]
  readonly name?: readonly string[]
  readonly tag?: readonly string[]
  readonly all?: true
}

/**
 * Adds `--plant`, `--key`, `--name`, `--tag` and `--all`. An option given several times matches any of its values;
 * different options must all match.
 */
export function addPlantSelection(command: Command): Command {
  return command
    .addOption(new Option('--plant <id...>', 'plants with any of these ids').argParser(collectIds))
    .option('--key <key...>', 'plants with any of these keys')
    .option('--name <name...>', 'plants with any of these names')
    .option('--tag <tag...>', 'plants with any of these tags')
    .addOption(new Option('--all', 'all plants that exist now').conflicts(['plant', 'key', 'name', 'tag']))
    .addHelpText('after', '\nA plant must match every option that is given.')
}

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
