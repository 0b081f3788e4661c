/** Guesses which command or option was meant by an unknown one, from its spelling or its meaning. */
import type { Command, Option } from 'commander'
import { closestMatch } from 'leven'
import { visibleCommands } from './completion/complete-words.ts'

/** Names of commands and options here, and what other programs call them. */
const synonyms = new Map([
  ['add', 'create new register'],
  ['create', 'add new'],
  ['remove', 'delete rm drop'],
  ['revoke', 'delete rm remove'],
  ['list', 'ls get all'],
  ['set', 'update edit'],
  ['disable', 'lock block'],
  ['enable', 'unlock unblock'],
  ['serve', 'start run'],
  ['migrate', 'init upgrade'],
  ['doctor', 'status health'],
  ['verify', 'check'],
  ['import', 'load'],
  ['backup', 'dump export'],
  ['grants', 'permissions'],
  ['audit', 'history'],
  ['yes', 'force'],
  ['dry-run', 'simulate'],
  ['database', 'db file'],
  ['expires', 'ttl expiry'],
])

/**
 * The words that were probably meant, such as `tokens create` for `token add`. The first word names no subcommand of
 * `command`. Undefined where nothing is similar.
 */
export function suggestCommand(command: Command): string | undefined {
  const words = command.args.filter((word) => !word.startsWith('-'))
  const meant = resolve(command, words)
  if (meant.length > 0) return meant.join(' ')
  // `import plants.csv`: the kind is missing.
  const [file = ''] = words
  const kind = command.commands.find((child) => file.startsWith(`${child.name()}.`))
  return kind && `${kind.name()} ${file}`
}

/** The option probably meant by `flag`, such as `--yes` for `--force` or `-y`; undefined where nothing is similar. */
export function suggestOption(command: Command, flag: string): string | undefined {
  const names = [command, ...ancestorsOf(command)]
    .flatMap(({ options }): readonly Option[] => options)
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => long?.slice(2) ?? '')
  const word = flag.replace(/^-+/, '').toLowerCase()
  const name =
    word.length === 1 ? onlyOne(names.filter((each) => each.startsWith(word))) : nearest(word, names)
  return name === undefined ? undefined : `--${name}`
}

export function ancestorsOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

const onlyOne = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined)

/** The names of the subcommands nearest to the words, as deep as there are subcommands. */
function resolve(command: Command, [first, second, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  const child = nearestCommand(command, first)
  if (child !== undefined)
    return [child.name(), ...resolve(child, second === undefined ? [] : [second, ...rest])]
  // The words may be swapped, as in `create user` for `users add`.
  const object = second === undefined ? undefined : nearestCommand(command, second)
  const verb = object && nearestCommand(object, first)
  return object === undefined || verb === undefined ? [] : [object.name(), verb.name()]
}

function nearestCommand(command: Command, word: string): Command | undefined {
  const commands = visibleCommands(command)
  const name = nearest(
    word.toLowerCase(),
    commands.map((each) => each.name()),
  )
  return commands.find((each) => each.name() === name)
}

/** The name that equals the word, means the same, or is spelled similarly. */
function nearest(word: string, names: readonly string[]): string | undefined {
  if (names.includes(word)) return word
  const meant = names.find((name) => synonyms.get(name)?.split(' ').includes(word) === true)
  return meant ?? closestMatch(word, [...names], { maxDistance: Math.min(3, Math.floor(word.length / 2)) })
}
