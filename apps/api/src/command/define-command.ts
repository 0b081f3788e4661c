/** What every command is called, takes and does. commander parses the arguments and prints the help. */
import type { ListRange, Store } from '@plant-store/store'
import { Argument, type Command, Option } from 'commander'
import type { SettingTable } from '../setting.ts'
import { addPaging, type Listing, type PagingOptions, showPage } from './arguments/paging.ts'
import { withConfirmation, withReader, withStore, type Work } from './open-database.ts'
import { addSettings } from './setting-options.ts'
import type { CommandContext } from './terminal/output.ts'

/**
 * Gets the arguments, then the options in an object, then the context; returns what to do with the open database. What is
 * wrong on the command line is thrown here: the database is opened for what this returns.
 */
type Prepare<Does = Work> = (...given: never[]) => Does | Promise<Does>

/** A command. It has `subcommands`, or one of `lists`, `reads`, `changes`, `destroys` and `runs`, or both. */
export interface CommandDefinition {
  readonly name: string
  readonly about: string
  /** Lines that work: the tests run them as they stand. */
  readonly examples: readonly string[]
  readonly arguments?: readonly (readonly [name: string, about: string, parse?: (text: string) => unknown])[]
  readonly options?: readonly Option[]
  readonly settings?: SettingTable
  /** Lines at the end of the help. */
  readonly notes?: string
  readonly subcommands?: readonly CommandDefinition[]
  /** Shows a list, with `--limit` and `--after`. */
  readonly lists?: Prepare<Show>
  /** Opens the database for reading. */
  readonly reads?: Prepare
  /** Opens the database for writing. With `--dry-run`, if that is among the options, what it does is rolled back. */
  readonly changes?: Prepare
  /** As `changes`, for one change that destroys data and is therefore confirmed; it has `--dry-run` and `--yes`. */
  readonly destroys?: Prepare
  /** Opens no database, or opens it itself. */
  readonly runs?: (context: CommandContext, command: Command, ...given: never[]) => Promise<void>
}

/** Shows a page of a list. */
type Show = (context: CommandContext, page: PagingOptions, store: Store) => Promise<void>

/** What `lists` returns: how a list is read from the store, and shown. */
export function listing<Row extends object>({
  read,
  ...how
}: Omit<Listing<Row>, 'read'> & {
  readonly read: (store: Store, range: ListRange) => AsyncIterable<Row>
}): Show {
  return (context, page, store) => showPage(context, page, { ...how, read: (range) => read(store, range) })
}

/** Declares `--dry-run`, which `changes` or the command itself carries out. */
export const dryRunOption = (): Option => new Option('--dry-run', 'show what would change')

/** Declares `--yes`, for what is confirmed. */
export const yesOption = (): Option =>
  new Option('--yes', 'skip the confirmation (required without a terminal)')

/** Adds the command with its subcommands to `parent`. */
export function addCommand(parent: Command, context: CommandContext, definition: CommandDefinition): void {
  const { name, about, settings, lists, destroys, notes } = definition
  const command = parent.command(name).description(about)
  for (const [title, what, parse] of definition.arguments ?? []) {
    const argument = new Argument(title, what)
    command.addArgument(parse === undefined ? argument : argument.argParser(parse))
  }
  for (const option of definition.options ?? []) command.addOption(option)
  if (destroys !== undefined) command.addOption(dryRunOption()).addOption(yesOption())
  if (settings !== undefined) addSettings(command, settings)
  if (lists !== undefined) addPaging(command)
  addExamples(command, definition.examples)
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  addAction(command, context, definition)
  for (const each of definition.subcommands ?? []) addCommand(command, context, each)
}

function addAction(command: Command, context: CommandContext, definition: CommandDefinition): void {
  const { lists, reads, changes, destroys, runs } = definition
  const act = (run: (...given: never[]) => Promise<void>): void => {
    // commander passes the command itself last. What comes before was made by the parsers of the arguments and options.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definition says what it gets
    command.action((...given: unknown[]) => run(...([...given.slice(0, -1), context] as never[])))
  }
  const on = (open: typeof withStore, prepare: Prepare | undefined): void => {
    if (prepare !== undefined) act(async (...given) => open(context, command, await prepare(...given)))
  }
  const show = async (...given: never[]): Promise<Work> => {
    const shown = await lists?.(...given)
    return ({ store }) => shown?.(context, command.opts(), store) ?? Promise.resolve()
  }
  on(withReader, lists && show)
  on(withReader, reads)
  on(withStore, changes)
  on(withConfirmation, destroys)
  if (runs !== undefined) act((...given) => runs(context, command, ...given))
}

const examplesByCommand = new WeakMap<Command, readonly string[]>()

/** Lines such as `plant-store users add Mei` that work. */
export function examplesOf(command: Command): readonly string[] {
  return examplesByCommand.get(command) ?? []
}

/** Adds lines such as `$ plant-store users add Mei` under "Examples:". */
export function addExamples(command: Command, examples: readonly string[]): Command {
  examplesByCommand.set(command, examples)
  const lines = examples.map((example) => `  $ ${example}`)
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
}
