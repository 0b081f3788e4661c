/** `plant-store backup`: a copy that can be restored later. */
import { backup } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { type CommandContext, openOutput } from './terminal/output.ts'
import { readDatabase } from './setting-options.ts'

export function addBackup(program: Command, context: CommandContext): void {
  const command = addCommand(
    program,
    'backup',
    'write a consistent, verified copy of the database, also while the service runs',
    'plant-store backup plants-monday.db',
  ).argument('<file>', 'the copy; an existing file is never replaced')
  command.action(async (file: string) => {
    const { foreign } = await backup({ database: readDatabase(command), to: file })
    const output = openOutput(context)
    await output.result({ backup: file, foreign }, `Wrote and verified ${file}.`)
    for (const { what, detail } of foreign) await output.note(`${what}: ${detail}`)
  })
}
