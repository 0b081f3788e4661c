/** `plant-store plants`: lists, adds, changes and removes plants. */
import type { PlantChange, PlantId, PlantRecord } from '@plant-store/store'
import { Option } from 'commander'
import { parseId, parseName } from './arguments/parse.ts'
import {
  type PlantSelectionOptions,
  plantSelection,
  requireMatch,
  requirePlants,
  selectedPlants,
} from './arguments/selection.ts'
import { CommandError } from './exit-codes.ts'
import { type CommandDefinition, dryRunOption, listing } from './define-command.ts'
import type { Column } from './terminal/table.ts'
import { countOf, escapeControl } from './terminal/text.ts'

const columns: readonly Column<PlantRecord>[] = [
  { title: 'ID', cell: (plant) => plant.id },
  { title: 'NAME', cell: (plant) => plant.name },
  { title: 'TAG', cell: (plant) => plant.tag ?? '' },
  { title: 'KEY', cell: (plant) => plant.key ?? '' },
]

const describe = ({ name, tag }: PlantRecord): string =>
  escapeControl(tag === undefined ? `${name}, without a tag` : `${name}, tag ${tag}`)

const mustMatch = 'A plant must match every option that is given.'

interface SetOptions {
  readonly plant?: number
  readonly key?: string
  readonly name?: string
  /** `false` for `--no-tag`. */
  readonly tag?: string | false
}

export const plantsCommand: CommandDefinition = {
  name: 'plants',
  about: 'list, add, change and remove plants; `import plants` takes a whole file',
  examples: ['plant-store plants list --tag Acer'],
  subcommands: [
    {
      name: 'list',
      about: 'list plants in the order in which they were added',
      examples: ['plant-store plants list', 'plant-store plants list --tag Acer --tag Quercus --json'],
      options: plantSelection(),
      notes: mustMatch,
      lists: (options: PlantSelectionOptions) =>
        listing({
          read: (store, range) => store.plants(selectedPlants(options) ?? { all: true }, range),
          columns,
          none: 'No plant matches.',
        }),
    },
    {
      name: 'add',
      about: 'add one plant, which nobody is granted yet',
      examples: [
        'plant-store plants add "Sugar maple" --tag Acer',
        'plant-store plants add Ginkgo --key https://example.org/plants/ginkgo',
      ],
      arguments: [['<name>', 'plant name, up to 1,000 characters', parseName]],
      options: [
        new Option(
          '--tag <tag>',
          'its tag, by which plants may be granted; up to 1,000 characters',
        ).argParser(parseName),
        new Option('--key <key>', 'what identifies it in your files').argParser(parseName),
      ],
      changes:
        (name: string, more: { readonly tag?: string; readonly key?: string }) =>
        async ({ store }) => {
          const plant = await store.addPlant({ name, ...more })
          return [plant, `Added plant ${plant.id}, ${describe(plant)}.`]
        },
    },
    {
      name: 'set',
      about: 'change the name or tag of one plant; everybody who sees it sees the change at once',
      examples: [
        'plant-store plants set --plant 1 --name "Maidenhair tree" --no-tag',
        'plant-store plants set --plant 1 --tag Poaceae --dry-run',
      ],
      options: [
        new Option('--plant <id>', 'the plant with this id').argParser(parseId).conflicts('key'),
        new Option('--key <key>', 'the plant with this key'),
        new Option('--name <name>', 'its name from now on').argParser(parseName),
        new Option('--tag <tag>', 'its tag from now on').argParser(parseName),
        new Option('--no-tag', 'it has no tag from now on'),
        dryRunOption(),
      ],
      changes: (options: SetOptions) => {
        const { which, to } = readSet(options)
        return async ({ store, verb }) => {
          const outcome = await store.setPlant(which, to)
          const { plant, changed } = outcome
          const text =
            changed === 0 ? `Plant ${plant.id} needed no change` : `${verb('change')} plant ${plant.id}`
          return [outcome, `${text}: ${describe(plant)}.`]
        }
      },
    },
    {
      name: 'remove',
      about: 'remove plants and all grants of them',
      examples: [
        'plant-store plants remove --tag Allium --dry-run',
        'plant-store plants remove --name Onion --tag Allium --yes',
      ],
      options: plantSelection(),
      notes: `${mustMatch}\n\nRequired: which plants.`,
      destroys: (options: PlantSelectionOptions) => {
        const selection = requirePlants(options)
        return async ({ store, verb }) => {
          const outcome = requireMatch(await store.removePlants(selection))
          const removed = countOf(outcome.changed, 'plant')
          const grants = `all grants of ${outcome.changed === 1 ? 'it' : 'them'}`
          return [outcome, `${verb('remove')} ${removed} and ${grants}.`]
        }
      },
    },
  ],
}

function readSet({ plant, key, name, tag }: SetOptions): { which: PlantId; to: PlantChange } {
  const which = plant !== undefined ? { id: plant } : key !== undefined && { key }
  if (which === false) throw new CommandError('usage', 'Say which plant: --plant ID or --key KEY.')
  if (name === undefined && tag === undefined) {
    throw new CommandError('usage', 'Give a new name or tag: --name NAME, --tag TAG, or --no-tag.')
  }
  return { which, to: { name, tag: tag === false ? null : tag } }
}
