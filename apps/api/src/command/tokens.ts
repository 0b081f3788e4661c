/** `plant-store tokens`: the bearer tokens that users authenticate with. */
import { type Deliver, isWellFormedToken, type Store, type TokenInfo } from '@plant-store/store'
import { Option } from 'commander'
import { type Expiry, parseDuration, parseExpiry, parseId, parseName } from './arguments/parse.ts'
import { readSecret } from './arguments/read-file.ts'
import { CommandError } from './exit-codes.ts'
import { type CommandDefinition, listing } from './define-command.ts'
import { type CommandContext, openOutput, requireReader } from './terminal/output.ts'
import type { Column } from './terminal/table.ts'
import { countOf, formatTime } from './terminal/text.ts'

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

interface CreateOptions {
  readonly name: string
  readonly expires: Expiry
}

interface ListOptions {
  readonly user?: string
  readonly expiring?: Date
}

const id = ['<id>', 'as `tokens list` shows it; - reads the token itself from standard input'] as const

export const tokensCommand: CommandDefinition = {
  name: 'tokens',
  about: 'bearer tokens that users authenticate with',
  examples: ['plant-store tokens create Mei --name laptop', 'plant-store tokens list --user Mei'],
  subcommands: [
    {
      name: 'create',
      about: 'create a token and print it, only once; nothing else goes to standard output',
      examples: [
        'plant-store tokens create Mei --name laptop',
        'plant-store tokens create Mei --name ci --expires never --json',
      ],
      arguments: [['<user>', 'who authenticates with it']],
      options: [
        new Option('--name <name>', 'what it is for, to tell tokens apart')
          .makeOptionMandatory()
          .argParser(parseName),
        new Option('--expires <when>', 'a duration (24h, 90d), a date (2027-01-31, in UTC), or never')
          .default(parseExpiry('90d'), '90d')
          .argParser((text) => parseExpiry(text)),
      ],
      changes: (user: string, { name, expires }: CreateOptions, context: CommandContext) => {
        const deliver = deliverTo(context)
        return async ({ store }) => {
          await store.createToken(user, name, expires === 'never' ? undefined : expires, deliver)
        }
      },
    },
    {
      name: 'list',
      about: 'list tokens: their first characters, never the whole',
      examples: [
        'plant-store tokens list',
        'plant-store tokens list --user Mei --json',
        'plant-store tokens list --expiring 30d',
      ],
      options: [
        new Option('--user <name>', 'only the tokens of this user'),
        new Option(
          '--expiring <duration>',
          'only tokens that are accepted now and expire within this time',
        ).argParser((text) => new Date(Date.now() + parseDuration(text))),
      ],
      lists: ({ user, expiring }: ListOptions) =>
        listing({
          read: (store, range) => store.tokens({ user, expiresBy: expiring, ...range }),
          columns,
          none: expiring === undefined ? 'There are no tokens.' : 'No token expires so soon.',
        }),
    },
    {
      name: 'rotate',
      about: 'create a token with the same user, name and lifetime; the old one expires after the overlap',
      examples: ['plant-store tokens rotate 1', 'plant-store tokens rotate 1 --overlap 1h'],
      arguments: [id],
      options: [
        new Option('--overlap <duration>', 'how long the old token stays valid')
          .default(parseDuration('24h'), '24h')
          .argParser(parseDuration),
      ],
      changes: async (text: string, { overlap }: { readonly overlap: number }, context: CommandContext) => {
        const deliver = deliverTo(context)
        const idIn = await readId(context, text)
        return async ({ store }) => {
          await store.rotateToken(await idIn(store), overlap, deliver)
        }
      },
    },
    {
      name: 'revoke',
      about: 'revoke a token at once, also in a running service',
      examples: ['plant-store tokens revoke 1', 'plant-store tokens revoke - < leaked-token.txt'],
      arguments: [id],
      changes: async (text: string, _: object, context: CommandContext) => {
        const idIn = await readId(context, text)
        return async ({ store }) => {
          const token = await store.revokeToken(await idIn(store))
          return [token, `Revoked token ${token.id} (${token.name}) of user ${token.user}.`]
        }
      },
    },
    {
      name: 'purge',
      about:
        'delete tokens that expired or were revoked long ago; whoever sends one is then logged as unknown',
      examples: [
        'plant-store tokens purge --dead-for 90d --dry-run',
        'plant-store tokens purge --dead-for 90d --yes',
      ],
      options: [
        new Option('--dead-for <duration>', 'only tokens that ended at least this long ago')
          .makeOptionMandatory()
          .argParser((text) => new Date(Date.now() - parseDuration(text))),
      ],
      destroys:
        ({ deadFor: deadSince }: { readonly deadFor: Date }) =>
        async ({ store, verb }) => {
          const purged = await store.purgeTokens(deadSince)
          const text = `${verb('purge')} ${countOf(purged, 'token')}, expired or revoked before ${formatTime(deadSince)}.`
          return [{ purged, deadSince }, text]
        },
    },
  ],
}

/** Finds the id of a token in a store. Errors never repeat the argument, because people paste the token itself. */
async function readId(context: CommandContext, text: string): Promise<(store: Store) => Promise<number>> {
  if (text !== '-') {
    try {
      const number = parseId(text)
      return () => Promise.resolve(number)
    } catch {
      throw new CommandError(
        'usage',
        'Give the id that `plant-store tokens list` shows, or - and the token on standard input.',
      )
    }
  }
  const secret = await readSecret(context, '-')
  if (!isWellFormedToken(secret)) {
    throw new CommandError(
      'usage',
      'Standard input has no whole token: copy it from pst_ to its last character.',
    )
  }
  return async (store) => {
    const session = await store.openSession(secret)
    const found = 'refusal' in session ? session.tokenId : session.principal.tokenId
    if (found !== undefined) return found
    throw new CommandError('refused', 'This database has no token with this secret.')
  }
}

/**
 * Returns a function that delivers a new token. It writes only the secret to stdout, so that
 * `TOKEN=$(plant-store tokens create …)` holds nothing else. Throws a `CommandError` where nobody reads stdout.
 */
function deliverTo(context: CommandContext): Deliver {
  requireReader(context)
  const output = openOutput(context)
  return async ({ secret, token }) => {
    const { id: number, name, user, expiresAt, state } = token
    const until = expiresAt === undefined ? 'never expires' : `expires ${formatTime(expiresAt)}`
    try {
      if (state === 'user disabled')
        await output.note(`User ${user} is disabled: the token is refused until the user is enabled.`)
      await output.note(`Token ${number} (${name}) of user ${user} ${until}. It is shown only once:`)
      await output.result({ secret, token }, secret)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError(
        'full',
        `The token could not be written (${reason}). Token ${number} is not active.`,
      )
    }
  }
}
