/** What the commands that work on the database have in common. */
import { openStore, type Store } from '@plant-store/store'
import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { readDatabase } from './setting-options.ts'
import { openOutput, type Output } from './terminal/output.ts'

/** What a command does with the open database. */
export type Work = (store: Store, output: Output) => Promise<void>

/** Opens the database to change it, hands it to the work, and closes it whatever happens. */
export async function withStore(context: CommandContext, command: Command, work: Work): Promise<void> {
  await runOn(context, command, false, work)
}

/** Opens the database to read it, which is possible in a read-only directory too. */
export async function withReader(context: CommandContext, command: Command, work: Work): Promise<void> {
  await runOn(context, command, true, work)
}

async function runOn(
  context: CommandContext,
  command: Command,
  readOnly: boolean,
  work: Work,
): Promise<void> {
  const store = await openStore({ database: readDatabase(command), readOnly })
  try {
    await work(store, openOutput(context))
  } finally {
    await store.close()
  }
}
