/** What the commands that work on the database have in common: opening it, confirmation, dry run, results. */
import { openStore, type OpenStoreOptions, type Store } from '@plant-store/store'
import type { Command } from 'commander'
import { readCommonSettings } from './setting-options.ts'
import { actConfirmed } from './terminal/confirm.ts'
import { type CommandContext, copyToLog, openOutput, type Output } from './terminal/output.ts'

/** The value for `--json`, and the text for a person. */
type Result = readonly [value: unknown, text: string]

/** What a command does with the open database. It may also write to `output` itself. */
export type Work = (at: {
  readonly store: Store
  readonly context: CommandContext
  readonly output: Output
  /** Turns `remove` into the start of a sentence: `Removed`, `Would remove` (dry run) or `This removes` (question). */
  readonly verb: (stem: keyof typeof pastForms) => string
}) => Promise<Result | void>

/**
 * Opens the database for writing, hands it to the work, and closes it whatever happens. With `--dry-run` the work is
 * done and rolled back.
 */
export async function withStore(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { dryRun } = command.opts<{ readonly dryRun?: true }>()
  const output = openOutput(context)
  if (dryRun === true) {
    await runOn(context, command, { dryRun }, work, {
      output: markDryRun(output),
      verb: (stem) => `Would ${stem}`,
    })
  } else await runOn(context, command, { onAudit: copyToLog(context) }, work, { output, verb: past })
}

/**
 * As `withStore`, for work that destroys data, in one change. Without `--yes` it is first done and rolled back, which
 * shows what would go, and the person is asked, again if the result then is another. A `CommandError` unless they
 * type yes, or where nobody can be asked.
 */
export async function withConfirmation(context: CommandContext, command: Command, work: Work): Promise<void> {
  const { yes, dryRun } = command.opts<{ readonly yes?: true; readonly dryRun?: true }>()
  if (yes === true || dryRun === true) return withStore(context, command, work)
  const output = openOutput(context)
  await actConfirmed(context, {
    show: () => rehearse(context, command, work),
    act: (accept) =>
      runOn(context, command, { onAudit: copyToLog(context), accept }, work, { output, verb: past }),
  })
}

/** What the work would result in, and the question about it. */
async function rehearse(
  context: CommandContext,
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
  await runOn(context, command, { dryRun: true, accept }, work, { output, verb: (stem) => `This ${stem}s` })
  return { shown, warning }
}

/** Opens the database for reading. */
export async function withReader(context: CommandContext, command: Command, work: Work): Promise<void> {
  await runOn(context, command, { readOnly: true }, work, { output: openOutput(context), verb: past })
}

async function runOn(
  context: CommandContext,
  command: Command,
  options: Omit<OpenStoreOptions, 'database'>,
  work: Work,
  to: Pick<Parameters<Work>[0], 'output' | 'verb'>,
): Promise<void> {
  const store = await openStore({ ...readCommonSettings(command), ...options })
  try {
    const result = await work({ ...to, store, context })
    if (result !== undefined) await to.output.result(...result)
  } finally {
    await store.close()
  }
}

function markDryRun(output: Output): Output {
  return {
    ...output,
    result: (value, text) =>
      output.result(Object.assign({}, value, { dryRun: true }), `${text} Nothing was changed.`),
  }
}

const pastForms = {
  change: 'Changed',
  grant: 'Granted',
  import: 'Imported',
  purge: 'Purged',
  remove: 'Removed',
  revoke: 'Revoked',
} as const
const past = (stem: keyof typeof pastForms): string => pastForms[stem]
