/** `plant-store doctor`: says in sentences what is wrong. */
import { doctorSettings } from '../settings.ts'
import { openOutput } from './terminal/output.ts'
import type { Check } from './doctor/check.ts'
import { CommandError } from './exit-codes.ts'
import type { CommandDefinition } from './define-command.ts'
import type { Column } from './terminal/table.ts'
import { countOf, hideSecrets } from './terminal/text.ts'

const columns: readonly Column<Check>[] = [
  { title: 'CHECK', cell: ({ check }) => check },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'WHAT IT MEANS', cell: ({ detail }) => detail },
]

export const doctorCommand: CommandDefinition = {
  name: 'doctor',
  about: 'check settings, database, token, service and contract, and say what to do about each problem',
  examples: ['plant-store doctor', 'plant-store doctor --token-file token.txt'],
  settings: doctorSettings,
  runs: async (context, command) => {
    // Loaded only here, because it compiles the contract's schemas.
    const { examine } = await import('./doctor/examine.ts')
    const checks: Check[] = []
    for await (const check of examine(context, command)) {
      checks.push({ ...check, detail: hideSecrets(check.detail) })
    }
    await openOutput(context).list(checks, columns, '')
    const failed = checks.filter(({ state }) => state === 'failed').length
    if (failed > 0) throw new CommandError('found', `doctor found ${countOf(failed, 'problem')}.`)
  },
}
