/** `plant-store restore`: replaces the database's content with a backup. */
import {
  type DatabaseSummary,
  describeBackup,
  describeDatabase,
  nameDatabase,
  type Replacement,
  restore,
  type RestoreReport,
} from '@plant-store/store'
import { type CommandDefinition, yesOption } from './define-command.ts'
import { readCommonSettings } from './setting-options.ts'
import { actConfirmed } from './terminal/confirm.ts'
import { type CommandContext, copyToLog, openOutput } from './terminal/output.ts'
import { countOf, formatTime } from './terminal/text.ts'

export const restoreCommand: CommandDefinition = {
  name: 'restore',
  about: 'replace the content of the database with that of a backup; the old content is kept in a file',
  examples: ['plant-store restore plants-monday.db --yes'],
  arguments: [['<file>', 'what `plant-store backup` wrote']],
  options: [yesOption()],
  runs: async (context, command, file: string, { yes = false }: { readonly yes?: boolean }) => {
    const { database, actor } = readCommonSettings(command)
    const names = { name: nameDatabase(database), file }
    const act = async (accept: (warning: string) => void): Promise<void> => {
      let done: Replacement | undefined
      const { keptAs } = await restore({
        database,
        from: file,
        audit: { actor, onAudit: copyToLog(context) },
        accept: (replacement) => {
          accept(warn(names, replacement))
          done = replacement
        },
      })
      if (done !== undefined) await report(context, names, { ...done, keptAs })
    }
    if (yes) await act(() => {})
    else
      await actConfirmed(context, {
        show: async () => {
          const backup = await describeBackup(file)
          const warning = warn(names, { backup, replaced: await describeDatabase(database) })
          return { shown: warning, warning }
        },
        act,
      })
  },
}

interface Names {
  /** Of the database. */
  readonly name: string
  /** Of the backup. */
  readonly file: string
}

function warn({ name, file }: Names, { backup, replaced }: Replacement): string {
  const madeAt = backup.madeAt === undefined ? 'made at an unknown time' : `made ${formatTime(backup.madeAt)}`
  return [
    `The backup ${file} was ${madeAt} and holds ${describe(backup)}.`,
    replaced === undefined
      ? `${name} does not exist yet and will be created.`
      : `The database ${name} holds ${describe(replaced)} now. They are replaced; a copy is kept.`,
    'Tokens revoked since the backup was made become valid again.',
  ].join('\n')
}

async function report(
  context: CommandContext,
  { name, file }: Names,
  { backup, replaced, keptAs }: Replacement & RestoreReport,
): Promise<void> {
  const kept = keptAs === undefined ? '' : `\nWhat it held before is in ${keptAs}.`
  const output = openOutput(context)
  await output.result(
    { restored: name, from: file, backup, replaced, keptAs },
    `Restored ${name} from ${file}: ${describe(backup)}.${kept}`,
  )
  await output.note('Tokens revoked since the backup are valid again: see plant-store tokens list.')
}

function describe({ plants, users, activeTokens }: DatabaseSummary): string {
  return `${countOf(plants, 'plant')}, ${countOf(users, 'user')} and ${countOf(activeTokens, 'active token')}`
}
