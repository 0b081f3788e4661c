/** `plant-store backup`: a copy to go back to. */
import { backup } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { outputOf, settingsOf } from './with-store.ts'

export function addBackup(program: Command, around: Surroundings): void {
  const command = program
    .command('backup')
    .description('write a consistent, verified copy of the database, also while the service runs')
    .argument('<file>', 'the copy; it appears whole or not at all')
  addExamples(command, 'plant-store backup plants-monday.db')
  command.action(async (file: string) => {
    const { database } = settingsOf(around, command)
    await backup({ database, to: file })
    await outputOf(around, command).result({ backup: file }, `Wrote ${file}, and verified it.`)
  })
}
