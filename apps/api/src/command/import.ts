/** `plant-store import`: adds plants, users and grants from files. */
import type { ImportOutcome, ReadOptions, RecordFormat, Store } from '@plant-store/store'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import type { CommandContext } from './terminal/output.ts'
import { formats, openSource } from './import/open-source.ts'
import { runImport } from './import/run-import.ts'
import { addDryRun, withStore } from './open-database.ts'

/** One kind of thing that can be imported. */
interface Importable {
  readonly name: string
  readonly description: string
  /** What a record holds, then sample records as in an NDJSON file. */
  readonly records: readonly string[]
  readonly examples: readonly string[]
  readonly load: (store: Store, ...what: Parameters<Store['importPlants']>) => Promise<ImportOutcome>
}

const importables: readonly Importable[] = [
  {
    name: 'plants',
    description: 'add plants, and update those whose key is known',
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
    description: 'add users with their groups',
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
    description: 'let users and groups see plants',
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

export function addImport(program: Command, context: CommandContext): void {
  const parent = addCommand(
    program,
    'import',
    'add plants, users or grants from a file: all of it or nothing',
    'plant-store import plants plants.csv',
  )
  for (const importable of importables) addOne(parent, context, importable)
}

interface FileOptions extends Pick<ReadOptions, 'encoding' | 'delimiter'> {
  readonly format?: RecordFormat
  readonly ignoreColumn?: readonly string[]
}

function parseEncoding(text: string): string {
  try {
    return new TextDecoder(text).encoding
  } catch {
    throw new InvalidArgumentError('Give a name such as windows-1252, iso-8859-2 or utf-16le.')
  }
}

function parseDelimiter(text: string): string {
  if (text === 'tab') return '\t'
  if (/^[\t\x20-\x7e]$/.test(text) && text !== '"') return text
  throw new InvalidArgumentError("Give one character, such as ';', or tab.")
}

function addOne(parent: Command, context: CommandContext, importable: Importable): void {
  const { name, description, records, examples, load } = importable
  const command = addCommand(
    parent,
    name,
    `${description}; importing a file again changes nothing`,
    ...examples,
  )
    .argument('<file>', 'the file; - reads standard input')
    .addOption(
      new Option('--format <format>', 'format of the file, if its name does not show it').choices(formats),
    )
    .addOption(
      new Option(
        '--encoding <encoding>',
        'its encoding, such as windows-1252; by default UTF-8, or UTF-16 if it looks so',
      ).argParser(parseEncoding),
    )
    .addOption(
      new Option(
        '--delimiter <character>',
        'what separates the cells of CSV, or tab; by default what the first line shows',
      ).argParser(parseDelimiter),
    )
    .option('--ignore-column <column...>', 'leave out these columns of CSV')
    .addHelpText('after', ['', 'Each record:', ...records.map((line) => `  ${line}`)].join('\n'))
  addDryRun(command).action(
    (file: string, { format, ignoreColumn: ignoreColumns, ...options }: FileOptions) =>
      withStore(context, command, async (store, output, did) => {
        const source = openSource(context, file, format, { ...options, ignoreColumns })
        await runImport(
          context,
          source,
          (...lines) => load(store, ...lines),
          (outcome, what) => output.result(outcome, `${did('import')} ${what}`),
        )
      }),
  )
}
