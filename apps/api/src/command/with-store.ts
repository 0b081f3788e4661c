/** What the commands that work on the database have in common. */
import { openStore, type Store } from '@plant-store/store'
import type { Command } from 'commander'
import { readSettings, type Settings } from '../settings.ts'
import type { Surroundings } from './surroundings.ts'
import { openOutput, type Output } from './terminal/output.ts'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly database?: string
  readonly json?: true
}

/** Opens the two voices of the command as `--json` says. */
export function outputOf(around: Surroundings, command: Command): Output {
  return openOutput(around, command.optsWithGlobals<GlobalOptions>().json === true)
}

/** The settings in force: the command's own flags, the environment, the defaults. Throws a `SettingsError`. */
export function settingsOf({ env }: Surroundings, command: Command): Settings {
  return readSettings({ env, flags: command.optsWithGlobals() })
}

/** Opens the database of the settings, hands it to the work, and closes it whatever happens. */
export const withStore = async (
  around: Surroundings,
  command: Command,
  work: (store: Store, output: Output) => Promise<void>,
): Promise<void> => {
  const { database } = settingsOf(around, command)
  const store = await openStore({ database })
  try {
    await work(store, outputOf(around, command))
  } finally {
    await store.close()
  }
}
