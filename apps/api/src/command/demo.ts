/** `plant-store demo`: serves sample plants to sample users. */
import { migrate, openStore } from '@plant-store/store'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serviceSettings } from '../settings.ts'
import { type CommandContext, openOutput, requireReader } from './terminal/output.ts'
import { type DemoUser, issueTokens } from './demo/issue-tokens.ts'
import { makeSampleWorld } from './demo/make-sample-world.ts'
import { CommandError } from './exit-codes.ts'
import type { CommandDefinition } from './define-command.ts'
import { readSettings } from './setting-options.ts'
import { countOf } from './terminal/text.ts'
import { untilSignal } from './until-signal.ts'

/** The demo works only on its own data, because it makes tokens for the users it finds. */
const database = join('.plant-store', 'plant-store.db')
const { databaseConnections, databaseTimeoutMs, ...ownSettings } = serviceSettings
/** Settings of PostgreSQL, which the demo does not use. */
const unusedSettings = {
  databaseConnections: databaseConnections.default,
  databaseTimeoutMs: databaseTimeoutMs.default,
}
/** No load balancer is watching: Ctrl-C need not wait for one. */
const demoSettings = { ...ownSettings, drainDelayMs: { ...ownSettings.drainDelayMs, default: 0 } }

export const demoCommand: CommandDefinition = {
  name: 'demo',
  about: 'serve sample plants to sample users; the data stays in the directory .plant-store',
  examples: ['plant-store demo', 'plant-store demo --port 8000 --operator-port 8001'],
  settings: demoSettings,
  runs: async (context, command) => {
    // `DATABASE_URL` is ignored: it may have been set for another program.
    const program = command.parent
    if (program?.getOptionValueSource('database') === 'default') {
      program.setOptionValueWithSource('database', database, 'implied')
    }
    const settings = { ...unusedSettings, ...readSettings(command, demoSettings) }
    requireOwnData(settings.database)
    requireReader(context)
    const firstRun = !existsSync(database)
    if (firstRun) await makeSampleWorld(database, settings.actor)
    else await migrate({ database })
    // Loaded only here, as in serve.ts.
    const { runService } = await import('../http/run-service.ts')
    // A port in use is noticed before any token is made.
    await runService({ ...settings, database }, untilSignal(), (service) =>
      present(context, { ...service, firstRun }, settings.actor),
    )
  },
}

function requireOwnData(given: string): void {
  if (resolve(given) === resolve(database)) return
  throw new CommandError(
    'usage',
    `demo serves sample data of its own, not ${given}. Serve that with: plant-store serve; make tokens with: plant-store tokens create. For the demo leave out --database and PLANT_STORE_DATABASE.`,
  )
}

/** What the demo says once it runs. */
interface DemoFacts {
  readonly url: string
  readonly operatorUrl: string
  readonly docsUrl: string | undefined
  readonly firstRun: boolean
}

/**
 * Shows each user's token. Tokens that could not be shown are never accepted. The others are accepted before the next
 * request is handled, because the service runs in this process.
 */
async function present(
  context: CommandContext,
  { url, operatorUrl, docsUrl, firstRun }: DemoFacts,
  actor: string | undefined,
): Promise<void> {
  const store = await openStore({ database, actor })
  try {
    await issueTokens(store, async (users) => {
      const facts = { url, operatorUrl, docsUrl, database, firstRun, users }
      await openOutput(context).result(facts, describe(facts)).catch(refuse)
    })
  } finally {
    await store.close()
  }
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new CommandError('full', `The tokens could not be written (${reason}). None of them is active.`)
}

function describe({
  url,
  operatorUrl,
  docsUrl,
  firstRun,
  users,
}: DemoFacts & { users: readonly DemoUser[] }): string {
  return [
    '',
    `Plant Store listens on ${url}`,
    `Data: ${database} (${firstRun ? 'made just now from the sample files' : 'kept from an earlier run'})`,
    ...(docsUrl === undefined ? [] : [`The contract, to read and to try: ${docsUrl}`]),
    `For the operator: ${operatorUrl}/readyz, /metrics, /openapi.yaml`,
    '',
    'The same request returns different plants per user (the tokens expire in a day):',
    ...users.flatMap((user) => ['', ...describeUser(url, user)]),
    '',
    'Stop with Ctrl-C. To start over, delete the data file.',
    '',
  ].join('\n')
}

function describeUser(url: string, { user, groups, plants, token }: DemoUser): readonly string[] {
  const through = groups.length === 0 ? '' : `, member of ${groups.join(' and ')}`
  const sees = plants === 0 ? 'no plants yet' : countOf(plants, 'plant')
  return [
    `${user} sees ${sees}${through}`,
    `  curl -H "Authorization: Bearer ${token}" "${url}/plants?limit=3"`,
  ]
}
