/** `plant-store restore`: back to a backup. */
import { restore } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import type { CommandContext } from './context.ts'
import { readDatabase } from './setting-options.ts'
import { confirm } from './terminal/confirm.ts'
import { openOutput } from './terminal/output.ts'

export function addRestore(program: Command, context: CommandContext): void {
  const command = addCommand(
    program,
    'restore',
    'replace the content of the database by that of a backup; tokens revoked since are valid again',
    'plant-store restore plants-monday.db --yes',
  )
    .argument('<file>', 'what `plant-store backup` wrote')
    .option('--yes', 'do not ask')
  command.action(async (file: string, { yes = false }: { readonly yes?: boolean }) => {
    const database = readDatabase(command)
    await confirm(
      context,
      `This puts ${file} in the place of ${database}: changes since are lost, and tokens revoked since are valid again.`,
      yes,
    )
    await restore({ database, from: file })
    const output = openOutput(context)
    await output.result({ restored: database, from: file }, `Restored ${database} from ${file}.`)
    await output.note('Tokens revoked since the backup are valid again: see plant-store tokens list.')
  })
}
