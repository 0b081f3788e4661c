/** `plant-store completion`: makes a shell complete commands, options and choices. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Argument, type Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { completeWords } from './completion/complete-words.ts'
import type { CommandContext } from './context.ts'
import { write } from './terminal/output.ts'

const howTo = `
To have it in every shell, add the line to the file:
  bash  ~/.bashrc                    source <(plant-store completion bash)
  zsh   ~/.zshrc, after compinit     source <(plant-store completion zsh)
  fish  ~/.config/fish/config.fish   plant-store completion fish | source`

export function addCompletion(program: Command, { stdout }: CommandContext): void {
  addCommand(
    program,
    'completion',
    'print a script that has a shell complete commands, options and choices',
    'plant-store completion bash',
    'plant-store completion zsh',
    'plant-store completion fish',
  )
    .addArgument(new Argument('<shell>', 'the shell that is to run it').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', howTo)
    .action(async (shell: string) => {
      const file = fileURLToPath(import.meta.resolve(`#completion/plant-store.${shell}`))
      await write(stdout, readFileSync(file, 'utf8'))
    })
  // The scripts call this. Each line holds a word, a tab and a description; `:files` asks for the name of a file.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const completion = completeWords(program, words)
      const lines =
        completion === 'files'
          ? [':files']
          : completion.map(({ word, description }) => `${word}\t${description}`)
      await write(stdout, lines.map((line) => `${line}\n`).join(''))
    })
}
