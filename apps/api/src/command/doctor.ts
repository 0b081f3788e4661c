/** `plant-store doctor`: says in sentences what is wrong. */
import type { Command } from 'commander'
import { doctorSettings } from '../settings.ts'
import { addCommand } from './arguments/add-command.ts'
import { type CommandContext, openOutput } from './terminal/output.ts'
import type { Check } from './doctor/check.ts'
import { CommandError } from './exit-codes.ts'
import { addSettings } from './setting-options.ts'
import type { Column } from './terminal/table.ts'
import { countOf, hideSecrets } from './terminal/text.ts'

const columns: readonly Column<Check>[] = [
  { title: 'CHECK', cell: ({ check }) => check },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'WHAT IT MEANS', cell: ({ detail }) => detail },
]

export function addDoctor(program: Command, context: CommandContext): void {
  const doctor = addCommand(
    program,
    'doctor',
    'check settings, database, token, service and contract, and say what to do about each problem',
    'plant-store doctor',
    'plant-store doctor --token-file token.txt',
  )
  addSettings(doctor, doctorSettings)
  doctor.action(async () => {
    // Loaded only here, because it compiles the contract's schemas.
    const { examine } = await import('./doctor/examine.ts')
    const checks: Check[] = []
    for await (const check of examine(context, doctor)) {
      checks.push({ ...check, detail: hideSecrets(check.detail) })
    }
    await openOutput(context).list(checks, columns, '')
    const failed = checks.filter(({ state }) => state === 'failed').length
    if (failed > 0) throw new CommandError('found', `doctor found ${countOf(failed, 'problem')}.`)
  })
}
