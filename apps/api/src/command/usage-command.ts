/** A command whose usage errors name the line that was probably meant. */
import { Command } from 'commander'
import { ancestorsOf, suggestCommand, suggestOption } from './suggestion.ts'

/** Options to which an argument too many may belong, by its look. */
const fitting: readonly (readonly [RegExp, ...(readonly string[])])[] = [
  [/^\d+$/, '--port', '--plant'],
  [/\.db$|:\/\//, '--database'],
  [/[./]/, '--token-file', '--database'],
  [/(?:)/, '--user', '--name', '--tag'],
]

/** A command as it is typed: `plant-store users add`. */
export function pathOf(command: Command): string {
  const names = [command, ...ancestorsOf(command)].map((each) => each.name())
  return names.toReversed().join(' ')
}

/** The methods that override nothing are commander's own, too: it calls them, but its types leave them out. */
export class UsageCommand extends Command {
  override createCommand(name?: string): UsageCommand {
    return new UsageCommand(name)
  }

  unknownCommand(): void {
    const words = suggestCommand(this)
    const meant = words === undefined ? undefined : `${pathOf(this)} ${words}`
    const names = this.commands.map((each) => each.name()).join(', ')
    const rest = meant === undefined && this.parent !== null ? `; ${pathOf(this)} has ${names}` : ''
    this.#refuse('unknownCommand', `unknown command '${this.args[0]}'${rest}`, meant)
  }

  unknownOption(given: string): void {
    // Its value may be a secret.
    const [flag = ''] = given.split('=', 1)
    const name = flag.replace(/^-+/, '')
    const child = this.commands.find(
      (each) => this.args.includes(each.name()) && each.options.some(({ long }) => long === flag),
    )
    let meant = child && `${pathOf(child)} ${flag}`
    if (this.registeredArguments.some((each) => each.name() === name)) meant = `${pathOf(this)} <${name}>`
    this.#refuse('unknownOption', `unknown option '${flag}'`, meant ?? suggestOption(this, flag))
  }

  _excessArguments(received: readonly string[]): void {
    const expected = this.registeredArguments.length
    const taken = received.slice(0, expected)
    const [word = ''] = received.slice(expected)
    const [, ...flags] = fitting.find(([look]) => look.test(word)) ?? []
    const flag = flags.find((each) => this.#canTake(each) && (expected === 0 || each === '--name'))
    let meant: string | undefined
    if (flag !== undefined) meant = [pathOf(this), ...taken, flag, word].join(' ')
    else if (expected > 0 && !/[./:]/.test(word)) {
      const quoted = `"${received.slice(expected - 1).join(' ')}"`
      meant = [pathOf(this), ...taken.slice(0, -1), quoted].join(' ')
    }
    this.#refuse('excessArguments', `too many arguments: '${word}'`, meant)
  }

  /** Whether this option may still be given. */
  #canTake(flag: string): boolean {
    return [this, ...ancestorsOf(this)].some((command) =>
      command.options.some(
        (option) => option.long === flag && command.getOptionValueSource(option.attributeName()) !== 'cli',
      ),
    )
  }

  #refuse(code: string, sentence: string, meant: string | undefined): void {
    this.error(meant === undefined ? sentence : `${sentence}\n(Did you mean ${meant}?)`, {
      code: `commander.${code}`,
    })
  }
}
