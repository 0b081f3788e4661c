/** What can stand next on a command line: asked by the shells' scripts whenever somebody presses Tab. */
import type { Argument, Command, Option } from 'commander'

/** One way to go on. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

/** The ways to go on, or that the name of a file is due, which shells know better. */
type Completion = readonly Candidate[] | 'files'

/** Where on the command line the next word stands. */
interface Position {
  readonly command: Command
  /** How many arguments of the command were given. */
  readonly given: number
  /** The options that were given. */
  readonly used: ReadonlySet<Option>
  /** The option whose value is due. */
  readonly option: Option | undefined
  /** Behind `--` there are arguments only. */
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

/** Bash makes three words of `--tag=Acer`, and two of `--tag=`. */
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

/** Its own, those of the commands above it, and `--help`. */
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

/** What is called a file or a path in the help is one. */
function chosen(choices: readonly string[] | undefined, name: string, prefix: string): Completion {
  if (choices !== undefined) return choices.map((choice) => ({ word: prefix + choice, description: '' }))
  return name === 'file' || name === 'path' ? 'files' : []
}
