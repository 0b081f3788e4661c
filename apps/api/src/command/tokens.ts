/** `plant-store tokens`: the keys with which users come. */
import type { NewToken, TokenInfo } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { parseDuration } from './arguments/parse-duration.ts'
import { type Expiry, parseExpiry } from './arguments/parse-expiry.ts'
import { parseId } from './arguments/parse-id.ts'
import type { Surroundings } from './surroundings.ts'
import { formatTime } from './terminal/format-time.ts'
import type { Output } from './terminal/output.ts'
import type { Column } from './terminal/print-table.ts'
import { withStore } from './with-store.ts'

export function addTokens(program: Command, around: Surroundings): void {
  const tokens = program.command('tokens').description('the bearer tokens with which users come')
  addExamples(tokens, 'plant-store tokens create Mei --name laptop', 'plant-store tokens list --user Mei')
  addCreate(tokens, around)
  addList(tokens, around)
  addRotate(tokens, around)
  addRevoke(tokens, around)
}

function addCreate(tokens: Command, around: Surroundings): void {
  const create = tokens
    .command('create')
    .description('make a token; only the token is written to stdout, and only this once')
    .argument('<user>')
    .requiredOption('--name <name>', 'what the token is for')
    .addOption(
      new Option('--expires <when>', 'a duration (24h, 90d), a date (2027-01-31, in UTC), or never')
        .default(parseExpiry('90d'), '90d')
        .argParser((text) => parseExpiry(text)),
    )
  addExamples(
    create,
    'plant-store tokens create Mei --name laptop',
    'plant-store tokens create Mei --name ci --expires never --json',
  )
  create.action((user: string, { name, expires }: { readonly name: string; readonly expires: Expiry }) =>
    withStore(around, create, async (store, output) => {
      await showOnce(output, await store.createToken(user, name, expires === 'never' ? undefined : expires))
    }),
  )
}

/** The secret alone on stdout: `TOKEN=$(plant-store tokens create …)` holds the token and nothing else. */
async function showOnce(output: Output, { secret, token }: NewToken): Promise<void> {
  const until = token.expiresAt === undefined ? 'never expires' : `expires ${formatTime(token.expiresAt)}`
  await output.note(
    `Token ${token.id} (${token.name}) of ${token.user} ${until}. It is shown this once only:`,
  )
  await output.result({ secret, token }, secret)
}

const columns: readonly Column<TokenInfo>[] = [
  { title: 'ID', cell: (token) => token.id },
  { title: 'USER', cell: (token) => token.user },
  { title: 'NAME', cell: (token) => token.name },
  { title: 'BEGINS', cell: (token) => token.prefix },
  { title: 'STATE', cell: (token) => token.state },
  { title: 'CREATED', cell: (token) => formatTime(token.createdAt) },
  { title: 'ENDS', cell: (token) => formatTime(token.revokedAt ?? token.expiresAt) },
]

function addList(tokens: Command, around: Surroundings): void {
  const list = tokens.command('list').description('list tokens, never their secrets')
  list.option('--user <name>', 'only the tokens of this user')
  addExamples(list, 'plant-store tokens list', 'plant-store tokens list --user Mei --json')
  list.action(({ user }: { readonly user?: string }) =>
    withStore(around, list, (store, output) =>
      output.list(store.tokens(user), columns, 'There are no tokens.'),
    ),
  )
}

function addRotate(tokens: Command, around: Surroundings): void {
  const rotate = tokens
    .command('rotate')
    .description('make a successor with the same user, name and lifetime; the old token then runs out')
    .argument('<id>', 'as `tokens list` shows it', parseId)
    .addOption(
      new Option('--overlap <duration>', 'how long the old token goes on')
        .default(parseDuration('24h'), '24h')
        .argParser(parseDuration),
    )
  addExamples(rotate, 'plant-store tokens rotate 1', 'plant-store tokens rotate 1 --overlap 1h')
  rotate.action((id: number, { overlap }: { readonly overlap: number }) =>
    withStore(around, rotate, async (store, output) =>
      showOnce(output, await store.rotateToken(id, overlap)),
    ),
  )
}

function addRevoke(tokens: Command, around: Surroundings): void {
  const revoke = tokens
    .command('revoke')
    .description('end a token at once, also on a running service')
    .argument('<id>', 'as `tokens list` shows it', parseId)
  addExamples(revoke, 'plant-store tokens revoke 1')
  revoke.action((id: number) =>
    withStore(around, revoke, async (store, output) => {
      const token = await store.revokeToken(id)
      await output.result(token, `Revoked token ${token.id} (${token.name}) of ${token.user}.`)
    }),
  )
}
