/** `plant-store import`: adds plants, users and grants from files. */
import type { ImportOutcome, RecordFormat, Store } from '@plant-store/store'
import { Option } from 'commander'
import { type CommandDefinition, dryRunOption } from './define-command.ts'
import { findSource, formats } from './import/open-source.ts'
import { runImport } from './import/run-import.ts'
import type { CommandContext } from './terminal/output.ts'

/** One kind of thing that can be imported. */
interface Importable {
  readonly name: string
  readonly about: string
  /** What a record holds, then sample records as in an NDJSON file. */
  readonly records: readonly string[]
  readonly examples: readonly string[]
  readonly load: (store: Store, ...what: Parameters<Store['importPlants']>) => Promise<ImportOutcome>
}

const importables: readonly Importable[] = [
  {
    name: 'plants',
    about: 'add plants, and update those whose key is known',
    records: [
      'A name, optionally a tag and a key: what identifies the plant in your files.',
      '  {"name":"Sugar maple","tag":"Acer","key":"acer-saccharum"}',
      '  {"name":"Bamboo"}',
    ],
    examples: [
      'plant-store import plants plants.csv --dry-run',
      'plant-store import plants plants.csv',
      'cat plants.ndjson | plant-store import plants - --format ndjson',
    ],
    load: (store, ...what) => store.importPlants(...what),
  },
  {
    name: 'users',
    about: 'add users with their groups',
    records: [
      'A name, optionally groups to join; new groups are added. In CSV: "herbarium;kitchen".',
      '  {"name":"Lena","groups":["herbarium","kitchen"]}',
      '  {"name":"Otto"}',
    ],
    examples: ['plant-store import users users.json'],
    load: (store, ...what) => store.importUsers(...what),
  },
  {
    name: 'grants',
    about: 'let users and groups see plants',
    records: [
      'A user or a group; and the plants: all of them, or those that match every key, name and tag given.',
      '  {"user":"Mei","name":"Bamboo"}',
      '  {"group":"herbarium","tag":"Acer"}',
      '  {"user":"Amara","all":true}',
      'A standing grant is of a tag or of all plants, and reaches those that are added later too.',
      '  {"group":"kitchen","tag":"Allium","standing":true}',
    ],
    examples: ['plant-store import grants grants.json'],
    load: (store, ...what) => store.importGrants(...what),
  },
]

interface FileOptions {
  readonly format?: RecordFormat
  readonly ignoreColumn?: readonly string[]
}

const options = [
  new Option('--format <format>', 'format of the file, if its name does not show it').choices(formats),
  new Option('--ignore-column <column...>', 'leave out these columns of CSV'),
  dryRunOption(),
]

export const importCommand: CommandDefinition = {
  name: 'import',
  about: 'add plants, users or grants from a file: all of it or nothing',
  examples: ['plant-store import plants plants.csv'],
  subcommands: importables.map(({ name, about, records, examples, load }) => ({
    name,
    about: `${about}; importing a file again changes nothing`,
    examples,
    arguments: [['<file>', 'the file; - reads standard input']],
    options,
    notes: ['Each record:', ...records.map((line) => `  ${line}`)].join('\n'),
    changes: (file: string, { format, ignoreColumn }: FileOptions, context: CommandContext) => {
      const source = findSource(context, file, format, ignoreColumn)
      return async ({ store, verb }) => {
        const [outcome, what] = await runImport(context, source, (...lines) => load(store, ...lines))
        return [outcome, `${verb('import')} ${what}`]
      }
    },
  })),
}
