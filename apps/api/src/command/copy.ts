/** `plant-store copy`: copies the whole database into another, from a file to PostgreSQL or back. */
import { copyDatabase, type CopyReport } from '@plant-store/store'
import { InvalidArgumentError, Option } from 'commander'
import { commonSettings } from '../settings.ts'
import { type CommandDefinition, dryRunOption } from './define-command.ts'
import { CommandError } from './exit-codes.ts'
import { readCommonSettings } from './setting-options.ts'
import { copyToLog, openOutput } from './terminal/output.ts'
import { showProgress } from './terminal/progress.ts'
import { countOf } from './terminal/text.ts'
import { interruptible } from './until-signal.ts'

interface CopyCommandOptions {
  readonly from?: string
  readonly to: string
  readonly dryRun?: boolean
}

export const copyCommand: CommandDefinition = {
  name: 'copy',
  about: 'copy the whole database into an empty one, from a file to PostgreSQL or back',
  examples: [
    'plant-store copy --from plant-store.db --to copy.db --dry-run',
    'plant-store copy --from plant-store.db --to copy.db',
  ],
  options: [
    new Option(
      '--from <path>',
      'what to copy, a file or an address of PostgreSQL; by default that of --database',
    ),
    new Option(
      '--to <path>',
      'a new or empty database: a file, or an address of PostgreSQL',
    ).makeOptionMandatory(),
    dryRunOption(),
  ],
  notes: `Other users of this machine may see the addresses. Leave passwords out of them: PGPASSWORD and ~/.pgpass are read.
The source is copied as it is at one moment, and may be used meanwhile. What is changed in it later is not in the copy:
before you move to the copy for good, have nobody change the source.`,
  runs: async (context, command, { from, to, dryRun = false }: CopyCommandOptions) => {
    const { database, actor } = readCommonSettings(command)
    using progress = showProgress(context.stderr, 'copying')
    const report = await interruptible('Nothing was copied.', (signal) =>
      copyDatabase({
        from: from === undefined ? database : readDatabase('--from', from),
        to: readDatabase('--to', to),
        dryRun,
        audit: { actor, onAudit: copyToLog(context) },
        signal,
        onProgress: progress.update,
      }),
    )
    await openOutput(context).result({ ...report, dryRun }, describe(report, dryRun))
  },
}

/** The database that a person gave. A `CommandError` where it is not valid. */
function readDatabase(flag: string, text: string): string {
  try {
    return commonSettings.database.parse(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CommandError('usage', `${flag} must be ${error.message}`)
  }
}

function describe({ from, to, tables }: CopyReport, dryRun: boolean): string {
  const rows = new Map(tables.map((each) => [each.table, each.rows]))
  const count = (table: string, noun: string): string => countOf(rows.get(table) ?? 0, noun)
  const what = [count('plant', 'plant'), count('users', 'user'), count('token', 'token')].join(', ')
  const all = countOf(
    [...rows.values()].reduce((sum, each) => sum + each, 0),
    'row',
  )
  return dryRun
    ? `Would copy ${from} to ${to}: ${what}. Nothing was changed.`
    : `Copied ${from} to ${to}: ${what}. All ${tables.length} tables (${all}) are the same in both.`
}
