/** `plant-store copy`: copies the whole database into another, from a file to PostgreSQL or back. */
import { copyDatabase, type CopyReport } from '@plant-store/store'
import { Presets, SingleBar } from 'cli-progress'
import { type Command, InvalidArgumentError } from 'commander'
import { commonSettings } from '../settings.ts'
import { addCommand } from './arguments/add-command.ts'
import { type CommandContext, copyToLog, openOutput } from './terminal/output.ts'
import { CommandError } from './exit-codes.ts'
import { addDryRun } from './open-database.ts'
import { readCommonSettings } from './setting-options.ts'
import { countOf } from './terminal/text.ts'
import { interruptible } from './until-signal.ts'

interface CopyCommandOptions {
  readonly from?: string
  readonly to: string
  readonly dryRun?: boolean
}

export function addCopy(program: Command, context: CommandContext): void {
  const command = addCommand(
    program,
    'copy',
    'copy the whole database into an empty one, from a file to PostgreSQL or back',
    'plant-store copy --from plant-store.db --to copy.db --dry-run',
    'plant-store copy --from plant-store.db --to copy.db',
  )
    .option(
      '--from <path>',
      'what to copy, a file or an address of PostgreSQL; by default that of --database',
    )
    .requiredOption('--to <path>', 'a new or empty database: a file, or an address of PostgreSQL')
    .addHelpText('after', notes)
  addDryRun(command).action(async ({ from, to, dryRun = false }: CopyCommandOptions) => {
    const { database, actor } = readCommonSettings(command)
    const report = await runCopy(context, {
      from: from === undefined ? database : readDatabase('--from', from),
      to: readDatabase('--to', to),
      dryRun,
      audit: { actor, onAudit: copyToLog(context) },
    })
    await openOutput(context).result({ ...report, dryRun }, describe(report, dryRun))
  })
}

const notes = `
Other users of this machine may see the addresses. Leave passwords out of them: PGPASSWORD and ~/.pgpass are read.
The source is copied as it is at one moment, and may be used meanwhile. What is changed in it later is not in the copy:
before you move to the copy for good, have nobody change the source.`

/** The database that a person gave. A `CommandError` where it is not valid. */
function readDatabase(flag: string, text: string): string {
  try {
    return commonSettings.database.parse(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CommandError('usage', `${flag} must be ${error.message}`)
  }
}

/** Copies, with a progress bar in a terminal. A signal is a `CommandError`. */
async function runCopy(
  context: CommandContext,
  options: Pick<Parameters<typeof copyDatabase>[0], 'from' | 'to' | 'dryRun' | 'audit'>,
): Promise<CopyReport> {
  const { stderr } = context
  const bar = new SingleBar(
    {
      stream: stderr,
      format: 'copying {bar} {percentage}% | {eta_formatted} left',
      clearOnComplete: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  )
  const isVisible = stderr.isTTY === true
  try {
    return await interruptible('Nothing was copied.', (signal) =>
      copyDatabase({
        ...options,
        signal,
        onProgress: (done, total) => {
          if (!isVisible) return
          if (!bar.isActive) bar.start(total, done)
          bar.update(done)
        },
      }),
    )
  } finally {
    bar.stop()
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
