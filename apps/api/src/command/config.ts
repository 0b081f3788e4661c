/** `plant-store config`: the settings in force, and where each comes from. */
import { doctorSettings, serviceSettings } from '../settings.ts'
import type { CommandDefinition } from './define-command.ts'
import { openOutput } from './terminal/output.ts'
import { describePassedOver, describeSettings, type SettingDescription } from './setting-options.ts'
import type { Column } from './terminal/table.ts'

const columns: readonly Column<SettingDescription>[] = [
  { title: 'SETTING', cell: ({ name }) => name },
  { title: 'VALUE', cell: ({ value }) => [value].join() || '(none)' },
  { title: 'FROM', cell: ({ source }) => source },
  { title: 'VARIABLE', cell: ({ env }) => env },
  { title: 'FLAG', cell: ({ flag }) => flag },
]

export const configCommand: CommandDefinition = {
  name: 'config',
  about: 'check all settings and print each with its source; secrets are hidden',
  examples: ['plant-store config', 'PLANT_STORE_PORT=8000 plant-store config --json'],
  settings: { ...serviceSettings, ...doctorSettings },
  runs: async (context, command) => {
    const output = openOutput(context)
    await output.list(describeSettings(command), columns, '')
    const passedOver = describePassedOver(command)
    if (passedOver !== undefined) await output.note(passedOver)
  },
}
