/** `plant-store config`: the settings in force, and where each comes from. */
import type { Command } from 'commander'
import { describeSettings, type SettingDescription } from '../settings.ts'
import { addExamples } from './arguments/add-examples.ts'
import { addSettingOptions, doctorSettings, serviceSettings } from './arguments/setting-options.ts'
import type { Surroundings } from './surroundings.ts'
import type { Column } from './terminal/print-table.ts'
import { outputOf } from './with-store.ts'

const columns: readonly Column<SettingDescription>[] = [
  { title: 'SETTING', cell: (setting) => setting.name },
  {
    title: 'VALUE',
    cell: ({ value }) => (typeof value === 'object' ? value.join(',') : (value ?? '(not set)')),
  },
  { title: 'FROM', cell: (setting) => setting.source },
  { title: 'VARIABLE', cell: (setting) => setting.env },
  { title: 'FLAG', cell: (setting) => setting.flag },
]

export function addConfig(program: Command, around: Surroundings): void {
  const config = program
    .command('config')
    .description('check the settings and print them, each with its source; secrets are hidden')
  addSettingOptions(config, [...serviceSettings, ...doctorSettings])
  addExamples(config, 'plant-store config', 'PLANT_STORE_PORT=8000 plant-store config --json')
  config.action(async () => {
    const settings = describeSettings({ env: around.env, flags: config.optsWithGlobals() })
    await outputOf(around, config).list(settings, columns, '')
  })
}
