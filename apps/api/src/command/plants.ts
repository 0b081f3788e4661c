/** `plant-store plants`: what there is to see. */
import type { PlantRecord } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import {
  addPlantSelection,
  type PlantSelectionOptions,
  requirePlants,
  selectedPlants,
} from './arguments/plant-selection.ts'
import { requireMatch } from './require-match.ts'
import type { Surroundings } from './surroundings.ts'
import { confirm } from './terminal/confirm.ts'
import { countOf } from './terminal/count-of.ts'
import type { Column } from './terminal/print-table.ts'
import { withStore } from './with-store.ts'

export function addPlants(program: Command, around: Surroundings): void {
  const plants = program.command('plants').description('the plants; `import plants` adds them')
  addExamples(plants, 'plant-store plants list --tag Acer')
  addList(plants, around)
  addRemove(plants, around)
}

const columns: readonly Column<PlantRecord>[] = [
  { title: 'ID', cell: (plant) => plant.id },
  { title: 'NAME', cell: (plant) => plant.name },
  { title: 'TAG', cell: (plant) => plant.tag ?? '' },
  { title: 'KEY', cell: (plant) => plant.key ?? '' },
]

function addList(plants: Command, around: Surroundings): void {
  const list = plants.command('list').description('list plants in the order in which they were added')
  addPlantSelection(list)
  addExamples(list, 'plant-store plants list', 'plant-store plants list --tag Acer --json')
  list.action((options: PlantSelectionOptions) =>
    withStore(around, list, async (store, output) => {
      const selection = selectedPlants(options) ?? { all: true }
      await output.list(store.plants(selection), columns, 'There is no such plant.')
    }),
  )
}

function addRemove(plants: Command, around: Surroundings): void {
  const remove = plants.command('remove').description('remove plants, and every grant of them')
  addPlantSelection(remove).option('--yes', 'remove all plants without being asked')
  addExamples(
    remove,
    'plant-store plants remove --plant 7',
    'plant-store plants remove --name Onion --tag Allium',
  )
  remove.action(async (options: PlantSelectionOptions & { readonly yes?: true }) => {
    const selection = requirePlants(options)
    if (options.all === true) await confirm(around, 'This removes every plant.', options.yes === true)
    await withStore(around, remove, async (store, output) => {
      const outcome = requireMatch(await store.removePlants(selection))
      await output.result(outcome, `Removed ${countOf(outcome.changed, 'plant')}.`)
    })
  })
}
