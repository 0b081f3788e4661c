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
