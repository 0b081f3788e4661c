/** `plant-store backup`: a copy to go back to. */
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { withStore } from './with-store.ts'

export function addBackup(program: Command, around: Surroundings): void {
  const backup = program
    .command('backup')
    .description('write a consistent, verified copy of the database, also while the service runs')
    .argument('<file>', 'the copy; it appears whole or not at all')
  addExamples(backup, 'plant-store backup plants-monday.db')
  backup.action((file: string) =>
    withStore(around, backup, async (store, output) => {
      await store.backup(file)
      await output.result({ backup: file }, `Wrote ${file}, and verified it.`)
    }),
  )
}
