/** What the commands that work on the database have in common. */
import { openStore, type OpenStoreOptions, type Store } from '@plant-store/store'
import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { copyToLog } from './copy-to-log.ts'
import { readCommonSettings } from './setting-options.ts'
import { confirm } from './terminal/confirm.ts'
import { openOutput, type Output } from './terminal/output.ts'

/** From `remove` to what a sentence begins with: `Removed`, `Would remove` in a dry run, `This removes` in a question. */
export type Did = (verb: string) => string

/** What a command does with the open database, and the word for it. */
export type Work = (store: Store, output: Output, did: Did) => Promise<void>

/** Says in `--help` that the command can be tried. Everything else is up to `withStore`. */
export function addDryRun(command: Command): Command {
  return command.option('--dry-run', 'only say what would be done')
}

/** The same for a command that destroys and so asks first. */
export function addConfirmation(command: Command): Command {
  return addDryRun(command).option('--yes', 'do not ask; needed where nobody can be asked')
}

/**
 * Opens the database to change it, hands it to the work, and closes it whatever happens. With `--dry-run` the work is
 * done and taken back.
 */
export async function withStore(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { dryRun } = command.opts<{ readonly dryRun?: true }>()
  const output = openOutput(context)
  if (dryRun === true) await runOn(command, { dryRun }, (store) => work(store, tellDryRun(output), wouldDo))
  else await runOn(command, { onAudit: copyToLog(context) }, (store) => work(store, output, didDo))
}

/**
 * As `withStore`, for what destroys: without `--yes` the work is done and taken back to learn what goes and how much,
 * and the person is asked. A `CommandError` where the answer is another than yes, or nobody can be asked.
 */
export async function withConfirmation(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { yes, dryRun } = command.opts<{ readonly yes?: true; readonly dryRun?: true }>()
  if (yes !== true && dryRun !== true) {
    let question = ''
    const output: Output = {
      ...openOutput(context),
      note: async () => {},
      // oxlint-disable-next-line typescript/require-await -- it is an output like the others
      result: async (_value, text) => {
        question = text
      },
    }
    await runOn(command, { dryRun: true }, (store) => work(store, output, askToDo))
    await confirm(context, question, false)
  }
  await withStore(context, command, work)
}

/** Opens the database to read it, which is possible in a read-only directory too. */
export async function withReader(
  context: CommandContext,
  command: Command,
  work: (store: Store, output: Output) => Promise<void>,
): Promise<void> {
  await runOn(command, { readOnly: true }, (store) => work(store, openOutput(context)))
}

async function runOn(
  command: Command,
  options: Omit<OpenStoreOptions, 'database'>,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openStore({ ...readCommonSettings(command), ...options })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function tellDryRun(output: Output): Output {
  return {
    ...output,
    result: (value, text) =>
      output.result(Object.assign({}, value, { dryRun: true }), `${text} Nothing was changed.`),
  }
}

const didDo: Did = (verb) => `${verb.charAt(0).toUpperCase()}${verb.slice(1).replace(/e$/, '')}ed`
const wouldDo: Did = (verb) => `Would ${verb}`
const askToDo: Did = (verb) => `This ${verb}s`
