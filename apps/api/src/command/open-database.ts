/** What the commands that work on the database have in common. */
import { openStore, type OpenStoreOptions, type Store } from '@plant-store/store'
import type { Command } from 'commander'
import { type CommandContext, copyToLog, openOutput, type Output } from './terminal/output.ts'
import { readCommonSettings } from './setting-options.ts'
import { actConfirmed } from './terminal/confirm.ts'

/** Turns `remove` into the start of a sentence: `Removed`, `Would remove` (dry run) or `This removes` (question). */
export type Did = (verb: keyof typeof pastForms) => string

/** What a command does with the open database; `did` gives it the verb for its message. */
export type Work = (store: Store, output: Output, did: Did) => Promise<void>

/** Declares `--dry-run`, which `withStore` or the command itself carries out. */
export function addDryRun(command: Command): Command {
  return command.option('--dry-run', 'show what would change')
}

/** As `addDryRun`, for a command that destroys data and so asks first: see `withConfirmation`. */
export function addConfirmation(command: Command): Command {
  return addDryRun(command).option('--yes', 'skip the confirmation (required without a terminal)')
}

/**
 * Opens the database for writing, hands it to the work, and closes it whatever happens. With `--dry-run` the work is
 * done and rolled back.
 */
export async function withStore(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { dryRun } = command.opts<{ readonly dryRun?: true }>()
  const output = openOutput(context)
  if (dryRun === true) await runOn(command, { dryRun }, (store) => work(store, tellDryRun(output), wouldDo))
  else await runOn(command, { onAudit: copyToLog(context) }, (store) => work(store, output, didDo))
}

/**
 * As `withStore`, for work that destroys data, in one change. Without `--yes` it is first done and rolled back, which
 * shows what would go, and the person is asked, again if the result then is another. A `CommandError` where the answer
 * is not yes, or nobody can be asked.
 */
export async function withConfirmation(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { yes, dryRun } = command.opts<{ readonly yes?: true; readonly dryRun?: true }>()
  if (yes === true || dryRun === true) return withStore(context, command, work)
  await actConfirmed(context, {
    show: () => rehearse(command, work),
    act: (accept) =>
      runOn(command, { onAudit: copyToLog(context), accept }, (store) =>
        work(store, openOutput(context), didDo),
      ),
  })
}

/** What the work would result in, and the question about it. */
async function rehearse(
  command: Command,
  work: Work,
): Promise<{ readonly shown: unknown; readonly warning: string }> {
  let [shown, warning]: [unknown, string] = [undefined, '']
  const output: Output = {
    list: async () => {},
    note: async () => {},
    // oxlint-disable-next-line typescript/require-await -- it must match `Output`
    result: async (_value, text) => {
      warning = text
    },
  }
  const accept = (result: unknown): void => {
    shown = result
  }
  await runOn(command, { dryRun: true, accept }, (store) => work(store, output, askToDo))
  return { shown, warning }
}

/** Opens the database for reading, which also works in a read-only directory. */
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

const didDo: Did = (verb) => pastForms[verb]
const pastForms = {
  change: 'Changed',
  grant: 'Granted',
  import: 'Imported',
  purge: 'Purged',
  remove: 'Removed',
  revoke: 'Revoked',
} as const
const wouldDo: Did = (verb) => `Would ${verb}`
const askToDo: Did = (verb) => `This ${verb}s`
