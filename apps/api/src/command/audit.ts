/** `plant-store audit`: who changed what. */
import type { AuditEntry } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseDuration, parsePast } from './arguments/parse.ts'
import { type CommandContext, describeAuthor } from './terminal/output.ts'
import { addConfirmation, withConfirmation, withReader } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

const columns: readonly Column<AuditEntry>[] = [
  { title: 'ID', cell: (entry) => entry.id },
  { title: 'WHEN', cell: (entry) => formatTime(entry.at) },
  { title: 'WHO', cell: describeAuthor },
  { title: 'COMMAND', cell: (entry) => entry.command },
  { title: 'WHAT', cell: (entry) => entry.summary },
]

export function addAudit(program: Command, context: CommandContext): void {
  const audit = addCommand(
    program,
    'audit',
    'list who changed what, when, and by which command; the oldest first',
    'plant-store audit --since 7d',
    'plant-store audit --limit 100 --json',
  ).addOption(
    new Option(
      '--since <when>',
      'only from then on: a duration ago (24h, 90d) or a date (2027-01-31, in UTC)',
    ).argParser((text) => parsePast(text)),
  )
  addPaging(audit).action(({ since, ...paging }: PagingOptions & { readonly since?: Date }) =>
    withReader(context, audit, (store) =>
      showPage(context, paging, {
        read: (range) => store.audit({ since, ...range }),
        columns,
        none: 'Nothing was changed.',
      }),
    ),
  )
  addPurge(audit, context)
}

function addPurge(audit: Command, context: CommandContext): void {
  const purge = addCommand(
    audit,
    'purge',
    'delete old entries of the audit trail; that is itself an entry',
    'plant-store audit purge --older-than 365d --dry-run',
    'plant-store audit purge --older-than 365d --yes',
  ).addOption(
    new Option('--older-than <duration>', 'how old an entry must be')
      .makeOptionMandatory()
      .argParser(parseDuration),
  )
  addConfirmation(purge).action(({ olderThan }: { readonly olderThan: number }) => {
    const before = new Date(Date.now() - olderThan)
    return withConfirmation(context, purge, async (store, output, did) => {
      const purged = await store.purgeAudit(before)
      const entries = `${purged.toLocaleString('en')} ${purged === 1 ? 'entry' : 'entries'}`
      await output.result({ purged, before }, `${did('purge')} ${entries} from before ${formatTime(before)}.`)
    })
  })
}
