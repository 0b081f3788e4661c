/** `plant-store backup`: a copy to go back to. */
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import type { CommandContext } from './context.ts'
import { withReader } from './open-database.ts'

export function addBackup(program: Command, context: CommandContext): void {
  const backup = addCommand(
    program,
    'backup',
    'write a consistent, verified copy of the database, also while the service runs',
    'plant-store backup plants-monday.db',
  ).argument('<file>', 'the copy; an existing file is never replaced')
  backup.action((file: string) =>
    withReader(context, backup, async (store, output) => {
      await store.backup(file)
      await output.result({ backup: file }, `Wrote and verified ${file}.`)
    }),
  )
}
