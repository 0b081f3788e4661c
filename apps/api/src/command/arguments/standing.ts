/** The option that makes a grant a standing one. */
import type { StandingSelection } from '@plant-store/store'
import type { Command } from 'commander'
import { CommandError } from '../exit-codes.ts'
import type { PlantSelectionOptions } from './plant-selection.ts'

/** What the option of `addStanding` holds once parsed. */
export interface StandingOptions {
  readonly standing?: true
}

/** Adds `--standing`. */
export function addStanding(command: Command): Command {
  return command.option(
    '--standing',
    'with --tag or --all: the standing grant, which reaches plants that are added later too',
  )
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
