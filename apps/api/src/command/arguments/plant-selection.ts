/** The options that say which plants are meant. */
import type { PlantSelection } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { CommandFailure } from '../command-failure.ts'
import { parseId } from './parse-id.ts'

/** What the options of `addPlantSelection` hold once parsed. */
export interface PlantSelectionOptions {
  readonly plant?: number
  readonly key?: string
  readonly name?: string
  readonly tag?: string
  readonly all?: true
}

/** Adds `--plant`, `--key`, `--name`, `--tag` and `--all`. Several together narrow the selection. */
export function addPlantSelection(command: Command): Command {
  return command
    .addOption(new Option('--plant <id>', 'the plant with this id').argParser(parseId))
    .option('--key <key>', 'the plant with this key')
    .option('--name <name>', 'every plant of this name')
    .option('--tag <tag>', 'every plant with this tag')
    .addOption(new Option('--all', 'every plant there is now').conflicts(['plant', 'key', 'name', 'tag']))
}

/** The selection, or undefined when no option was given. */
export function selectedPlants({
  plant,
  key,
  name,
  tag,
  all,
}: PlantSelectionOptions): PlantSelection | undefined {
  if (all === true) return { all }
  const given = {
    ...(plant !== undefined && { id: plant }),
    ...(key !== undefined && { key }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tag }),
  }
  return Object.keys(given).length === 0 ? undefined : given
}

/** The selection; a `CommandFailure` when no option was given. */
export function requirePlants(options: PlantSelectionOptions): PlantSelection {
  const selection = selectedPlants(options)
  if (selection === undefined) {
    throw new CommandFailure(
      'usage',
      'Say which plants: --plant ID, --key KEY, --name NAME, --tag TAG, or --all.',
    )
  }
  return selection
}
