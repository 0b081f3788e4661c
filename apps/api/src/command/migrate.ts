/** `plant-store migrate`: makes a database, or brings one forward. */
import { migrate, type MigrationReport } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { outputOf, settingsOf } from './with-store.ts'

export function addMigrate(program: Command, around: Surroundings): void {
  const command = program
    .command('migrate')
    .description('make the database, or bring it forward to this version; never back')
    .option('--dry-run', 'say what would be done, and do nothing')
  addExamples(command, 'plant-store migrate --dry-run', 'plant-store migrate --database plants.db')
  command.action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
    const { database } = settingsOf(around, command)
    const report = await migrate({ database, dryRun })
    await outputOf(around, command).result({ ...report, dryRun }, describe(database, report, dryRun))
  })
}

function describe(database: string, { created, applied, version }: MigrationReport, dryRun: boolean): string {
  if (applied.length === 0) return `${database} is at version ${version}. There is nothing to do.`
  const done = created ? 'made' : 'brought forward'
  return `${database} ${dryRun ? `would be ${done}` : `was ${done}`} to version ${version}: ${applied.join(', ')}.`
}
