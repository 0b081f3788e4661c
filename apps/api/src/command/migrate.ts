/** `plant-store migrate`: makes a database, or migrates an older one. */
import { migrate, type MigrationReport, nameDatabase } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { type CommandContext, openOutput } from './terminal/output.ts'
import { readDatabase } from './setting-options.ts'

export function addMigrate(program: Command, context: CommandContext): void {
  const command = addCommand(
    program,
    'migrate',
    'create a new database, or migrate an older one to this version',
    'plant-store migrate --dry-run',
    'plant-store migrate --database plants.db',
  ).option('--dry-run', 'show what would change')
  command.action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
    const database = readDatabase(command)
    const report = await migrate({ database, dryRun })
    await openOutput(context).result({ ...report, dryRun }, describe(nameDatabase(database), report, dryRun))
  })
}

function describe(database: string, { created, applied, version }: MigrationReport, dryRun: boolean): string {
  if (applied.length === 0) return `${database} is at version ${version}. There is nothing to do.`
  const done = created ? 'made' : 'migrated'
  return `${database} ${dryRun ? 'would be' : 'was'} ${done} (version ${version}: ${applied.join(', ')}).`
}
