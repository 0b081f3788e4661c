/** `plant-store audit`: who changed what. */
import type { AuditEntry } from '@plant-store/store'
import { Option } from 'commander'
import { parseDuration, parsePast } from './arguments/parse.ts'
import { type CommandDefinition, listing } from './define-command.ts'
import { describeAuthor } from './terminal/output.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

const columns: readonly Column<AuditEntry>[] = [
  { title: 'ID', cell: (entry) => entry.id },
  { title: 'WHEN', cell: (entry) => formatTime(entry.at) },
  { title: 'WHO', cell: describeAuthor },
  { title: 'COMMAND', cell: (entry) => entry.command },
  { title: 'WHAT', cell: (entry) => entry.summary },
]

export const auditCommand: CommandDefinition = {
  name: 'audit',
  about: 'list who changed what, when, and by which command; the oldest first',
  examples: ['plant-store audit --since 7d', 'plant-store audit --limit 100 --json'],
  options: [
    new Option(
      '--since <when>',
      'only from then on: a duration ago (24h, 90d) or a date (2027-01-31, in UTC)',
    ).argParser((text) => parsePast(text)),
  ],
  lists: ({ since }: { readonly since?: Date }) =>
    listing({
      read: (store, range) => store.audit({ since, ...range }),
      columns,
      none: 'Nothing was changed.',
    }),
  subcommands: [
    {
      name: 'purge',
      about: 'delete old entries of the audit trail; that is itself an entry',
      examples: [
        'plant-store audit purge --older-than 365d --dry-run',
        'plant-store audit purge --older-than 365d --yes',
      ],
      options: [
        new Option('--older-than <duration>', 'how old an entry must be')
          .makeOptionMandatory()
          .argParser((text) => new Date(Date.now() - parseDuration(text))),
      ],
      destroys:
        ({ olderThan: before }: { readonly olderThan: Date }) =>
        async ({ store, verb }) => {
          const purged = await store.purgeAudit(before)
          const entries = `${purged.toLocaleString('en')} ${purged === 1 ? 'entry' : 'entries'}`
          return [{ purged, before }, `${verb('purge')} ${entries} from before ${formatTime(before)}.`]
        },
    },
  ],
}
