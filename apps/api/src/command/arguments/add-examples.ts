/** Examples in a command's help. The tests run every one of them. */
import type { Command } from 'commander'

/** Adds lines such as `$ plant-store users add Mei` under "Examples:". */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n'),
  )
}
