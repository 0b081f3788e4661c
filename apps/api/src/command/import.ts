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
  /** What a record holds, and records as they stand in an NDJSON file. */
  readonly records: readonly string[]
  readonly examples: readonly string[]
  readonly load: (store: Store, ...what: Parameters<Store['importPlants']>) => Promise<ImportOutcome>
}

const importables: readonly Importable[] = [
  {
    name: 'plants',
    description: 'add plants, and update those whose key is known',
    records: [
      'A name, and where it has them a tag and a key: the identity of the plant in your files.',
      '  {"name":"Sugar maple","tag":"Acer","key":"acer-saccharum"}',
      '  {"name":"Bamboo"}',
    ],
    examples: [
      'plant-store import plants plants.csv',
      'cat plants.ndjson | plant-store import plants - --format ndjson',
    ],
    load: (store, ...what) => store.importPlants(...what),
  },
  {
    name: 'users',
    description: 'add users with their groups',
    records: [
      'A name, and groups to join, which are added where they are new. In CSV: "herbarium;kitchen".',
      '  {"name":"Lena","groups":["herbarium","kitchen"]}',
      '  {"name":"Otto"}',
    ],
    examples: ['plant-store import users users.json'],
    load: (store, ...what) => store.importUsers(...what),
  },
  {
    name: 'grants',
    description: 'let users and groups see plants',
    records: [
      'A user or a group, and the plants: by key, name and tag, all of which must match, or all of them.',
      '  {"user":"Mei","name":"Bamboo"}',
      '  {"group":"herbarium","tag":"Acer"}',
      '  {"user":"Amara","all":true}',
    ],
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
  { name, description, records, examples, load }: Importable,
): void {
  const command = parent
    .command(name)
    .description(`${description}; importing the same file again changes nothing`)
    .argument('<file>', 'the file; - reads standard input')
    .addOption(
      new Option('--format <format>', 'its format, where its name does not tell it').choices(formats),
    )
  command.addHelpText('after', ['', 'Each record:', ...records.map((line) => `  ${line}`)].join('\n'))
  addExamples(command, ...examples)
  command.action((file: string, { format }: { readonly format?: RecordFormat }) =>
    withStore(around, command, async (store, output) => {
      const source = openImportSource(around, file, format)
      await runImport(around, output, source, (lines, report) => load(store, lines, report))
    }),
  )
}
