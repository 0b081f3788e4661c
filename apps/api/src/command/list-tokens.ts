/** `plant-store tokens list`: every token without its secret. */
import type { TokenInfo } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseDuration } from './arguments/parse.ts'
import type { CommandContext } from './terminal/output.ts'
import { withReader } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

const columns: readonly Column<TokenInfo>[] = [
  { title: 'ID', cell: (token) => token.id },
  { title: 'USER', cell: (token) => token.user },
  { title: 'NAME', cell: (token) => token.name },
  { title: 'PREFIX', cell: (token) => token.prefix },
  { title: 'STATE', cell: (token) => token.state },
  { title: 'CREATED', cell: (token) => formatTime(token.createdAt) },
  { title: 'EXPIRES', cell: (token) => formatTime(token.expiresAt) },
  { title: 'LAST USED', cell: describeUse },
]

/** To the hour. Says `never` only if use was recorded from the token's creation on. */
function describeUse({ lastUsedAt, useRecordedSince, createdAt }: TokenInfo): string {
  if (lastUsedAt !== undefined) return formatTime(lastUsedAt)
  if (useRecordedSince === undefined) return 'not recorded'
  return useRecordedSince > createdAt ? `not since ${formatTime(useRecordedSince)}` : 'never'
}

interface ListOptions extends PagingOptions {
  readonly user?: string
  readonly expiring?: number
}

export function addList(tokens: Command, context: CommandContext): void {
  const list = addCommand(
    tokens,
    'list',
    'list tokens: their first characters, never the whole',
    'plant-store tokens list',
    'plant-store tokens list --user Mei --json',
    'plant-store tokens list --expiring 30d',
  )
    .option('--user <name>', 'only the tokens of this user')
    .addOption(
      new Option(
        '--expiring <duration>',
        'only tokens that are accepted now and expire within this time',
      ).argParser(parseDuration),
    )
  addPaging(list).action(({ user, expiring, ...paging }: ListOptions) => {
    const expiresBy = expiring === undefined ? undefined : new Date(Date.now() + expiring)
    return withReader(context, list, (store) =>
      showPage(context, paging, {
        read: (range) => store.tokens({ user, expiresBy, ...range }),
        columns,
        none: expiring === undefined ? 'There are no tokens.' : 'No token expires so soon.',
      }),
    )
  })
}
