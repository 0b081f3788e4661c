/** `plant-store restore`: back to a copy. */
import { restore } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { confirm } from './terminal/confirm.ts'
import { outputOf, settingsOf } from './with-store.ts'

export function addRestore(program: Command, around: Surroundings): void {
  const command = program
    .command('restore')
    .description('put a backup in the place of the database; tokens revoked since are valid again')
    .argument('<file>', 'a copy that `backup` wrote')
    .option('--yes', 'without being asked')
  addExamples(command, 'plant-store restore plants-monday.db --yes')
  command.action(async (file: string, { yes = false }: { readonly yes?: boolean }) => {
    const { database } = settingsOf(around, command)
    await confirm(
      around,
      `This puts ${file} in the place of ${database}: changes since are lost, and tokens revoked since are valid again.`,
      yes,
    )
    await restore({ database, from: file })
    const output = outputOf(around, command)
    await output.result({ restored: database, from: file }, `Restored ${database} from ${file}.`)
    await output.note(
      'Tokens that were revoked since the backup are valid again: look at plant-store tokens list.',
    )
  })
}
