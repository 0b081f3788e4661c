/** `plant-store plants`: lists, adds, changes and removes plants. */
import type { ListRange, PlantChange, PlantId, PlantRecord } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseId, parseName } from './arguments/parse.ts'
import {
  addPlantSelection,
  type PlantSelectionOptions,
  requireMatch,
  requirePlants,
  selectedPlants,
} from './arguments/selection.ts'
import type { CommandContext } from './terminal/output.ts'
import { CommandError } from './exit-codes.ts'
import { addConfirmation, addDryRun, withConfirmation, withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { countOf, escapeControl } from './terminal/text.ts'

export function addPlants(program: Command, context: CommandContext): void {
  const plants = addCommand(
    program,
    'plants',
    'list, add, change and remove plants; `import plants` takes a whole file',
    'plant-store plants list --tag Acer',
  )
  addList(plants, context)
  addAdd(plants, context)
  addSet(plants, context)
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
  addPaging(addPlantSelection(list)).action((options: PlantSelectionOptions & PagingOptions) =>
    withReader(context, list, (store) => {
      const selection = selectedPlants(options) ?? { all: true }
      const read = (range: ListRange): AsyncIterable<PlantRecord> => store.plants(selection, range)
      return showPage(context, options, { read, columns, none: 'No plant matches.' })
    }),
  )
}

function addAdd(plants: Command, context: CommandContext): void {
  const add = addCommand(
    plants,
    'add',
    'add one plant, which nobody is granted yet',
    'plant-store plants add "Sugar maple" --tag Acer',
    'plant-store plants add Ginkgo --key https://example.org/plants/ginkgo',
  )
    .argument('<name>', 'plant name, up to 1,000 characters', parseName)
    .addOption(
      new Option('--tag <tag>', 'its tag, by which plants may be granted; up to 1,000 characters').argParser(
        parseName,
      ),
    )
    .addOption(new Option('--key <key>', 'what identifies it in your files').argParser(parseName))
  add.action((name: string, more: { readonly tag?: string; readonly key?: string }) =>
    withStore(context, add, async (store, output) => {
      const plant = await store.addPlant({ name, ...more })
      await output.result(plant, `Added plant ${plant.id}, ${describe(plant)}.`)
    }),
  )
}

const describe = ({ name, tag }: PlantRecord): string =>
  escapeControl(tag === undefined ? `${name}, without a tag` : `${name}, tag ${tag}`)

interface SetOptions {
  readonly plant?: number
  readonly key?: string
  readonly name?: string
  /** `false` for `--no-tag`. */
  readonly tag?: string | false
}

function addSet(plants: Command, context: CommandContext): void {
  const set = addCommand(
    plants,
    'set',
    'change the name or tag of one plant; everybody who sees it sees the change at once',
    'plant-store plants set --plant 1 --name "Maidenhair tree" --no-tag',
    'plant-store plants set --plant 1 --tag Poaceae --dry-run',
  )
    .addOption(new Option('--plant <id>', 'the plant with this id').argParser(parseId).conflicts('key'))
    .option('--key <key>', 'the plant with this key')
    .addOption(new Option('--name <name>', 'its name from now on').argParser(parseName))
    .addOption(new Option('--tag <tag>', 'its tag from now on').argParser(parseName))
    .option('--no-tag', 'it has no tag from now on')
  addDryRun(set).action((options: SetOptions) => {
    const { which, to } = readSet(options)
    return withStore(context, set, async (store, output, did) => {
      const outcome = await store.setPlant(which, to)
      const { plant, changed } = outcome
      const text =
        changed === 0
          ? `Plant ${plant.id} needed no change: ${describe(plant)}.`
          : `${did('change')} plant ${plant.id}: ${describe(plant)}.`
      await output.result(outcome, text)
    })
  })
}

function readSet({ plant, key, name, tag }: SetOptions): { which: PlantId; to: PlantChange } {
  const which = plant !== undefined ? { id: plant } : key !== undefined && { key }
  if (which === false) throw new CommandError('usage', 'Say which plant: --plant ID or --key KEY.')
  if (name === undefined && tag === undefined) {
    throw new CommandError('usage', 'Give a new name or tag: --name NAME, --tag TAG, or --no-tag.')
  }
  return { which, to: { name, tag: tag === false ? null : tag } }
}

function addRemove(plants: Command, context: CommandContext): void {
  const remove = addCommand(
    plants,
    'remove',
    'remove plants and all grants of them',
    'plant-store plants remove --tag Allium --dry-run',
    'plant-store plants remove --name Onion --tag Allium --yes',
  )
  addConfirmation(addPlantSelection(remove)).addHelpText('after', '\nRequired: which plants.')
  remove.action((options: PlantSelectionOptions) => {
    const selection = requirePlants(options)
    return withConfirmation(context, remove, async (store, output, did) => {
      const outcome = requireMatch(await store.removePlants(selection))
      const removed = countOf(outcome.changed, 'plant')
      await output.result(
        outcome,
        `${did('remove')} ${removed} and all grants of ${outcome.changed === 1 ? 'it' : 'them'}.`,
      )
    })
  })
}
