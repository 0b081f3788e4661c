/** `plant-store doctor`: what is wrong, in sentences. */
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { addSettingOptions, doctorSettings } from './arguments/setting-options.ts'
import { CommandFailure } from './command-failure.ts'
import type { Check } from './doctor/check.ts'
import type { Surroundings } from './surroundings.ts'
import { countOf } from './terminal/count-of.ts'
import type { Column } from './terminal/print-table.ts'
import { outputOf } from './with-store.ts'

const columns: readonly Column<Check>[] = [
  { title: 'CHECK', cell: ({ check }) => check },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'WHAT IT MEANS', cell: ({ detail }) => detail },
]

export function addDoctor(program: Command, around: Surroundings): void {
  const doctor = program
    .command('doctor')
    .description(
      'examine settings, database, token, service and contract, and say what to do about each failure',
    )
  addSettingOptions(doctor, doctorSettings)
  addExamples(doctor, 'plant-store doctor', 'PLANT_STORE_TOKEN=pst_... plant-store doctor')
  doctor.action(async () => {
    // Loaded only here: it compiles the contract's schemas.
    const { examine } = await import('./doctor/examine.ts')
    const checks: Check[] = []
    for await (const check of examine({ env: around.env, flags: doctor.optsWithGlobals() }))
      checks.push(check)
    await outputOf(around, doctor).list(checks, columns, '')
    const failures = checks.filter(({ state }) => state === 'failed').length
    if (failures > 0) throw new CommandFailure('found', `doctor found ${countOf(failures, 'failure')}.`)
  })
}
