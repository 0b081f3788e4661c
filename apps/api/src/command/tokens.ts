/** `plant-store tokens`: what users authenticate with. */
import type { Deliver, Store, TokenInfo } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { type Expiry, parseDuration, parseExpiry } from './arguments/parse-expiry.ts'
import { parseId, parseName } from './arguments/parse-name.ts'
import { readSecret } from './arguments/read-file.ts'
import type { CommandContext } from './context.ts'
import { CommandError } from './exit-codes.ts'
import { withReader, withStore } from './open-database.ts'
import { openOutput, requireReader } from './terminal/output.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

export function addTokens(program: Command, context: CommandContext): void {
  const tokens = addCommand(
    program,
    'tokens',
    'bearer tokens that users authenticate with',
    'plant-store tokens create Mei --name laptop',
    'plant-store tokens list --user Mei',
  )
  addCreate(tokens, context)
  addList(tokens, context)
  addRotate(tokens, context)
  addRevoke(tokens, context)
}

function addCreate(tokens: Command, context: CommandContext): void {
  const create = addCommand(
    tokens,
    'create',
    'make a token; stdout gets the token alone, this once only',
    'plant-store tokens create Mei --name laptop',
    'plant-store tokens create Mei --name ci --expires never --json',
  )
    .argument('<user>', 'who authenticates with it')
    .addOption(
      new Option('--name <name>', 'what it is for, to tell tokens apart')
        .makeOptionMandatory()
        .argParser(parseName),
    )
    .addOption(
      new Option('--expires <when>', 'a duration (24h, 90d), a date (2027-01-31, in UTC), or never')
        .default(parseExpiry('90d'), '90d')
        .argParser((text) => parseExpiry(text)),
    )
  create.action((user: string, { name, expires }: { readonly name: string; readonly expires: Expiry }) => {
    const deliver = deliverTo(context)
    return withStore(context, create, async (store) => {
      await store.createToken(user, name, expires === 'never' ? undefined : expires, deliver)
    })
  })
}

/**
 * What hands a new token over: the secret alone on stdout, so that `TOKEN=$(plant-store tokens create …)` holds it and
 * nothing else. Throws a `CommandError` where nobody reads it.
 */
function deliverTo(context: CommandContext): Deliver {
  requireReader(context)
  const output = openOutput(context)
  return async ({ secret, token }) => {
    const { id, name, user, expiresAt } = token
    const until = expiresAt === undefined ? 'never expires' : `expires ${formatTime(expiresAt)}`
    try {
      await output.note(`Token ${id} (${name}) of user ${user} ${until}. It is shown only once:`)
      await output.result({ secret, token }, secret)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError('full', `The token could not be written (${reason}). Token ${id} is not active.`)
    }
  }
}

const columns: readonly Column<TokenInfo>[] = [
  { title: 'ID', cell: (token) => token.id },
  { title: 'USER', cell: (token) => token.user },
  { title: 'NAME', cell: (token) => token.name },
  { title: 'PREFIX', cell: (token) => token.prefix },
  { title: 'STATE', cell: (token) => token.state },
  { title: 'CREATED', cell: (token) => formatTime(token.createdAt) },
  { title: 'EXPIRES', cell: (token) => formatTime(token.expiresAt) },
]

function addList(tokens: Command, context: CommandContext): void {
  const list = addCommand(
    tokens,
    'list',
    'list tokens: their first characters, never the whole',
    'plant-store tokens list',
    'plant-store tokens list --user Mei --json',
  ).option('--user <name>', 'only the tokens of this user')
  list.action(({ user }: { readonly user?: string }) =>
    withReader(context, list, (store, output) =>
      output.list(store.tokens(user), columns, 'There are no tokens.'),
    ),
  )
}

const idDescription = 'as `tokens list` shows it; - reads the token itself from standard input'

function addRotate(tokens: Command, context: CommandContext): void {
  const rotate = addCommand(
    tokens,
    'rotate',
    'make a token with the same user, name and lifetime; the old one expires after the overlap',
    'plant-store tokens rotate 1',
    'plant-store tokens rotate 1 --overlap 1h',
  )
    .argument('<id>', idDescription)
    .addOption(
      new Option('--overlap <duration>', 'how long the old token stays valid')
        .default(parseDuration('24h'), '24h')
        .argParser(parseDuration),
    )
  rotate.action((text: string, { overlap }: { readonly overlap: number }) => {
    const deliver = deliverTo(context)
    return withStore(context, rotate, async (store) => {
      await store.rotateToken(await readId(context, store, text), overlap, deliver)
    })
  })
}

function addRevoke(tokens: Command, context: CommandContext): void {
  const revoke = addCommand(
    tokens,
    'revoke',
    'end a token at once, also on a running service',
    'plant-store tokens revoke 1',
    'plant-store tokens revoke - < leaked-token.txt',
  ).argument('<id>', idDescription)
  revoke.action((text: string) =>
    withStore(context, revoke, async (store, output) => {
      const token = await store.revokeToken(await readId(context, store, text))
      await output.result(token, `Revoked token ${token.id} (${token.name}) of user ${token.user}.`)
    }),
  )
}

/** The id of a token. What was given is never repeated: people paste the token itself. */
async function readId(context: CommandContext, store: Store, text: string): Promise<number> {
  if (text !== '-') {
    try {
      return parseId(text)
    } catch {
      throw new CommandError(
        'usage',
        'Give the id that `plant-store tokens list` shows, or - and the token on standard input.',
      )
    }
  }
  const session = await store.openSession(await readSecret(context, '-'))
  const id = 'refusal' in session ? session.tokenId : session.principal.tokenId
  if (id !== undefined) return id
  if ('refusal' in session && session.refusal === 'malformed') {
    throw new CommandError(
      'usage',
      'Standard input has no whole token: copy it from pst_ to its last character.',
    )
  }
  throw new CommandError('refused', 'This database has no token with this secret.')
}
