/** `plant-store import`: plants, users and grants from files. */
import type { ImportOutcome, RecordFormat, Store } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { formats, openImportSource } from './import-source.ts'
import { runImport } from './run-import.ts'
import type { Surroundings } from './surroundings.ts'
import { withStore } from './with-store.ts'

/** One kind of thing that can be imported. */
interface Importable {
  readonly name: string
  readonly description: string
  readonly examples: readonly string[]
  readonly load: (store: Store, ...what: Parameters<Store['importPlants']>) => Promise<ImportOutcome>
}

const importables: readonly Importable[] = [
  {
    name: 'plants',
    description: 'add plants, and update those whose key is known',
    examples: [
      'plant-store import plants plants.csv',
      'cat plants.ndjson | plant-store import plants - --format ndjson',
    ],
    load: (store, ...what) => store.importPlants(...what),
  },
  {
    name: 'users',
    description: 'add users with their groups',
    examples: ['plant-store import users users.json'],
    load: (store, ...what) => store.importUsers(...what),
  },
  {
    name: 'grants',
    description: 'let users and groups see plants',
    examples: ['plant-store import grants grants.json'],
    load: (store, ...what) => store.importGrants(...what),
  },
]

export function addImport(program: Command, around: Surroundings): void {
  const parent = program
    .command('import')
    .description('plants, users and grants from a file, all of it or nothing')
  addExamples(parent, 'plant-store import plants plants.csv')
  for (const importable of importables) addOne(parent, around, importable)
}

function addOne(
  parent: Command,
  around: Surroundings,
  { name, description, examples, load }: Importable,
): void {
  const command = parent
    .command(name)
    .description(`${description}; importing the same file again changes nothing`)
    .argument('<file>', '- reads standard input')
    .addOption(
      new Option('--format <format>', 'where the name of the file does not tell it').choices(formats),
    )
  addExamples(command, ...examples)
  command.action((file: string, { format }: { readonly format?: RecordFormat }) =>
    withStore(around, command, async (store, output) => {
      const source = openImportSource(around, file, format)
      await runImport(around, output, source, (records, report) => load(store, records, report))
    }),
  )
}
