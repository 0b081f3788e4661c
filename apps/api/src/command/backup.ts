/** `plant-store backup`: a copy that can be restored later. */
import { backup } from '@plant-store/store'
import type { CommandDefinition } from './define-command.ts'
import { readCommonSettings } from './setting-options.ts'
import { openOutput } from './terminal/output.ts'

export const backupCommand: CommandDefinition = {
  name: 'backup',
  about: 'write a consistent, verified copy of the database, also while the service runs',
  examples: ['plant-store backup plants-monday.db'],
  arguments: [['<file>', 'the copy; an existing file is never replaced']],
  runs: async (context, command, file: string) => {
    await backup({ database: readCommonSettings(command).database, to: file })
    await openOutput(context).result({ backup: file }, `Wrote and verified ${file}.`)
  },
}
