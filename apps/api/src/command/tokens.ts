/** `plant-store tokens`: the bearer tokens that users authenticate with. */
import type { Deliver, Store } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { type Expiry, parseDuration, parseExpiry, parseId, parseName } from './arguments/parse.ts'
import { readSecret } from './arguments/read-file.ts'
import { CommandError } from './exit-codes.ts'
import { addConfirmation, withConfirmation, withReader, withStore } from './open-database.ts'
import { type CommandContext, openOutput, requireReader } from './terminal/output.ts'
import { countOf, formatTime } from './terminal/text.ts'
import { addList } from './list-tokens.ts'

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
  addPurge(tokens, context)
}

interface CreateOptions {
  readonly name?: string
  readonly expires: Expiry
}

function addCreate(tokens: Command, context: CommandContext): void {
  const create = addCommand(
    tokens,
    'create',
    'create a token and print it, only once; nothing else goes to standard output',
    'plant-store tokens create Mei --name laptop',
    'plant-store tokens create Mei --name ci --expires never --json',
  )
    .argument('<user>', 'who authenticates with it')
    .addOption(new Option('--name <name>', 'what it is for, to tell tokens apart').argParser(parseName))
    .addOption(
      new Option('--expires <when>', 'a duration (24h, 90d), a date (2027-01-31, in UTC), or never')
        .default(parseExpiry('90d'), '90d')
        .argParser((text) => parseExpiry(text)),
    )
  create.addHelpText('after', '\nRequired: --name.')
  create.action(async (user: string, { name, expires }: CreateOptions) => {
    if (name === undefined) {
      await withReader(context, create, async (store) => {
        // Rejects for an unknown user, which is the mistake to name first.
        for await (const _ of store.tokens({ user, limit: 1 })) break
      })
      throw new CommandError('usage', `Say what it is for: plant-store tokens create ${user} --name NAME`)
    }
    const deliver = deliverTo(context)
    await withStore(context, create, async (store) => {
      await store.createToken(user, name, expires === 'never' ? undefined : expires, deliver)
    })
  })
}

const idDescription = 'as `tokens list` shows it; - reads the token itself from standard input'

function addRotate(tokens: Command, context: CommandContext): void {
  const rotate = addCommand(
    tokens,
    'rotate',
    'create a token with the same user, name and lifetime; the old one expires after the overlap',
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
    'revoke a token at once, also in a running service',
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

/** The id of a token. Errors never repeat the argument, because people paste the token itself. */
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

function addPurge(tokens: Command, context: CommandContext): void {
  const purge = addCommand(
    tokens,
    'purge',
    'delete tokens that expired or were revoked long ago; whoever sends one is then logged as unknown',
    'plant-store tokens purge --dead-for 90d --dry-run',
    'plant-store tokens purge --dead-for 90d --yes',
  ).addOption(
    new Option('--dead-for <duration>', 'only tokens that ended at least this long ago')
      .makeOptionMandatory()
      .argParser(parseDuration),
  )
  addConfirmation(purge).action(({ deadFor }: { readonly deadFor: number }) => {
    const deadSince = new Date(Date.now() - deadFor)
    return withConfirmation(context, purge, async (store, output, did) => {
      const purged = await store.purgeTokens(deadSince)
      const text = `${did('purge')} ${countOf(purged, 'token')}, expired or revoked before ${formatTime(deadSince)}.`
      await output.result({ purged, deadSince }, text)
    })
  })
}

/**
 * Returns a function that delivers a new token. It writes only the secret to stdout, so that
 * `TOKEN=$(plant-store tokens create …)` holds nothing else. Throws a `CommandError` where nobody reads stdout.
 */
function deliverTo(context: CommandContext): Deliver {
  requireReader(context)
  const output = openOutput(context)
  return async ({ secret, token }) => {
    const { id, name, user, expiresAt, state } = token
    const until = expiresAt === undefined ? 'never expires' : `expires ${formatTime(expiresAt)}`
    try {
      if (state === 'user disabled')
        await output.note(`User ${user} is disabled: the token is refused until the user is enabled.`)
      await output.note(`Token ${id} (${name}) of user ${user} ${until}. It is shown only once:`)
      await output.result({ secret, token }, secret)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError('full', `The token could not be written (${reason}). Token ${id} is not active.`)
    }
  }
}
