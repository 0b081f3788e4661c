/** Adds a subcommand with its help. */
import type { Command } from 'commander'

/** Adds `usage`, such as `add <name>`, to `parent`. The tests run every example as it stands. */
export function addCommand(
  parent: Command,
  usage: string,
  description: string,
  ...examples: readonly string[]
): Command {
  return addExamples(parent.command(usage).description(description), examples)
}

/** Adds lines such as `$ plant-store users add Mei` under "Examples:". */
export function addExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`)
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
}
