/** Which words can come next on a command line. The shells' scripts ask whenever somebody presses Tab. */
import type { Argument, Command, Option } from 'commander'

/** One word that can come next. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

/** The words that can come next, or `files` where a file name is due, which the shell completes itself. */
type Completion = readonly Candidate[] | 'files'

/** The position of the next word on the command line. */
interface Position {
  readonly command: Command
  /** The number of the command's arguments given so far. */
  readonly given: number
  /** The options given so far. */
  readonly used: ReadonlySet<Option>
  /** The option whose value is due. */
  readonly option: Option | undefined
  /** Whether `--` was given: only arguments follow it. */
  readonly argumentsOnly: boolean
}

/** `words` follow the name of the program; the last is the one to complete, and may be empty. */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const { before, word } = split(words)
  let position: Position = {
    command: program,
    given: 0,
    used: new Set(),
    option: undefined,
    argumentsOnly: false,
  }
  for (const each of before) position = move(position, each)
  const completion = next(position, word)
  return completion === 'files' ? completion : completion.filter((each) => each.word.startsWith(word))
}

/** Bash splits `--tag=Acer` into three words, and `--tag=` into two. */
function split(words: readonly string[]): { readonly before: readonly string[]; readonly word: string } {
  const word = words.at(-1) ?? ''
  return { before: words.slice(0, -1).filter((each) => each !== '='), word: word === '=' ? '' : word }
}

function move(position: Position, word: string): Position {
  const { command, given, used, argumentsOnly } = position
  if (position.option !== undefined) return { ...position, option: undefined }
  if (!argumentsOnly && word === '--') return { ...position, argumentsOnly: true }
  if (!argumentsOnly && word.startsWith('-')) {
    const [flag = '', value] = word.split('=', 2)
    const option = findOption(command, flag)
    if (option === undefined) return position
    const isDue = value === undefined && (option.required || option.optional)
    return { ...position, used: new Set([...used, option]), option: isDue ? option : undefined }
  }
  const child = command.commands.find((each) => each.name() === word)
  return child === undefined ? { ...position, given: given + 1 } : { ...position, command: child, given: 0 }
}

function next({ command, given, used, option, argumentsOnly }: Position, word: string): Completion {
  if (option !== undefined) return valuesOf(option, '')
  if (!argumentsOnly && word.startsWith('-')) {
    const [flag = '', value] = word.split('=', 2)
    const named = findOption(command, flag)
    if (value !== undefined) return named === undefined ? [] : valuesOf(named, `${flag}=`)
    return optionsOf(command)
      .filter((each) => !each.hidden && (each.variadic || !used.has(each)))
      .map(({ long, flags, description }) => ({ word: long ?? flags, description }))
  }
  const children = visibleCommands(command)
  if (children.length > 0) {
    return children.map((each) => ({ word: each.name(), description: each.description() }))
  }
  const argument = command.registeredArguments.at(given) ?? variadic(command.registeredArguments)
  return argument === undefined ? [] : chosen(argument.argChoices, argument.name(), '')
}

/** The command's own options, those of the commands above it, and `--help`. */
function optionsOf(command: Command): readonly Option[] {
  const help = command.createHelp()
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]
}

function findOption(command: Command, flag: string): Option | undefined {
  return optionsOf(command).find(({ short, long }) => flag === long || flag === short)
}

/** The subcommands that help shows. */
export function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command)
}

function variadic(all: readonly Argument[]): Argument | undefined {
  return all.findLast((argument) => argument.variadic)
}

function valuesOf({ argChoices, flags }: Option, prefix: string): Completion {
  return chosen(argChoices, /[<[]([\w-]+)/.exec(flags)?.[1] ?? '', prefix)
}

/** A value that help calls `file` or `path` is completed as a file. */
function chosen(choices: readonly string[] | undefined, name: string, prefix: string): Completion {
  if (choices !== undefined) return choices.map((choice) => ({ word: prefix + choice, description: '' }))
  return name === 'file' || name === 'path' ? 'files' : []
}
