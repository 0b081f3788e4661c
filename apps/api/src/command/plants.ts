/** `plant-store plants`: what there is to see. */
import type { PlantRecord } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import {
  addPlantSelection,
  type PlantSelectionOptions,
  requireMatch,
  requirePlants,
  selectedPlants,
} from './arguments/plant-selection.ts'
import type { CommandContext } from './context.ts'
import { withReader, withStore } from './open-database.ts'
import { confirm } from './terminal/confirm.ts'
import type { Column } from './terminal/table.ts'
import { countOf } from './terminal/text.ts'

export function addPlants(program: Command, context: CommandContext): void {
  const plants = addCommand(
    program,
    'plants',
    'list and remove plants; `import plants` adds them',
    'plant-store plants list --tag Acer',
  )
  addList(plants, context)
  addRemove(plants, context)
}

const columns: readonly Column<PlantRecord>[] = [
  { title: 'ID', cell: (plant) => plant.id },
  { title: 'NAME', cell: (plant) => plant.name },
  { title: 'TAG', cell: (plant) => plant.tag ?? '' },
  { title: 'KEY', cell: (plant) => plant.key ?? '' },
]

function addList(plants: Command, context: CommandContext): void {
  const list = addCommand(
    plants,
    'list',
    'list plants in the order in which they were added',
    'plant-store plants list',
    'plant-store plants list --tag Acer --tag Quercus --json',
  )
  addPlantSelection(list).action((options: PlantSelectionOptions) =>
    withReader(context, list, async (store, output) => {
      const selection = selectedPlants(options) ?? { all: true }
      await output.list(store.plants(selection), columns, 'No plant matches.')
    }),
  )
}

function addRemove(plants: Command, context: CommandContext): void {
  const remove = addCommand(
    plants,
    'remove',
    'remove plants and all grants of them',
    'plant-store plants remove --plant 7',
    'plant-store plants remove --name Onion --tag Allium',
  )
  addPlantSelection(remove).option('--yes', 'with --all: do not ask')
  remove.addHelpText('after', '\nRequired: which plants.')
  remove.action(async (options: PlantSelectionOptions & { readonly yes?: true }) => {
    const selection = requirePlants(options)
    if (options.all === true) await confirm(context, 'This removes every plant.', options.yes === true)
    await withStore(context, remove, async (store, output) => {
      const outcome = requireMatch(await store.removePlants(selection))
      await output.result(outcome, `Removed ${countOf(outcome.changed, 'plant')}.`)
    })
  })
}
