/** `plant-store config`: the settings in force, and where each comes from. */
import type { Command } from 'commander'
import { doctorSettings, serviceSettings } from '../settings.ts'
import { addCommand } from './arguments/add-command.ts'
import { type CommandContext, openOutput } from './terminal/output.ts'
import {
  addSettings,
  describePassedOver,
  describeSettings,
  type SettingDescription,
} from './setting-options.ts'
import type { Column } from './terminal/table.ts'

const columns: readonly Column<SettingDescription>[] = [
  { title: 'SETTING', cell: ({ name }) => name },
  { title: 'VALUE', cell: ({ value }) => [value].join() || '(none)' },
  { title: 'FROM', cell: ({ source }) => source },
  { title: 'VARIABLE', cell: ({ env }) => env },
  { title: 'FLAG', cell: ({ flag }) => flag },
]

export function addConfig(program: Command, context: CommandContext): void {
  const config = addCommand(
    program,
    'config',
    'check all settings and print each with its source; secrets are hidden',
    'plant-store config',
    'PLANT_STORE_PORT=8000 plant-store config --json',
  )
  addSettings(config, { ...serviceSettings, ...doctorSettings })
  config.action(async () => {
    const output = openOutput(context)
    await output.list(describeSettings(config), columns, '')
    const passedOver = describePassedOver(config)
    if (passedOver !== undefined) await output.note(passedOver)
  })
}
