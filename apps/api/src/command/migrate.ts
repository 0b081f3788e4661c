/** `plant-store migrate`: makes a database, or migrates an older one. */
import { migrate, type MigrationReport, nameDatabase } from '@plant-store/store'
import { type CommandDefinition, dryRunOption } from './define-command.ts'
import { readCommonSettings } from './setting-options.ts'
import { openOutput } from './terminal/output.ts'

export const migrateCommand: CommandDefinition = {
  name: 'migrate',
  about: 'create a new database, or migrate an older one to this version',
  examples: ['plant-store migrate --dry-run', 'plant-store migrate --database plants.db'],
  options: [dryRunOption()],
  runs: async (context, command, { dryRun = false }: { readonly dryRun?: boolean }) => {
    const { database } = readCommonSettings(command)
    const report = await migrate({ database, dryRun })
    await openOutput(context).result({ ...report, dryRun }, describe(nameDatabase(database), report, dryRun))
  },
}

function describe(database: string, { created, applied, version }: MigrationReport, dryRun: boolean): string {
  if (applied.length === 0) return `${database} is at version ${version}. There is nothing to do.`
  const done = created ? 'made' : 'migrated'
  return `${database} ${dryRun ? 'would be' : 'was'} ${done} (version ${version}: ${applied.join(', ')}).`
}
