/** The settings as options of a command: read from its command line, the environment and the defaults. */
import { isPostgresUrl } from '@plant-store/store'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { closestMatch } from 'leven'
import { env } from 'node:process'
import type { SettingTable } from '../setting.ts'
import { commonSettings, doctorSettings, serviceSettings, type Settings, type ValuesOf } from '../settings.ts'
import { CommandError } from './exit-codes.ts'
import { hideSecrets } from './terminal/text.ts'

const allSettings = { ...commonSettings, ...serviceSettings, ...doctorSettings }

/** The values of a table's settings and of the settings that every command has. */
type Values<Table extends SettingTable> = ValuesOf<typeof commonSettings & Table>

/** `logLevel` is `--log-level` and `PLANT_STORE_LOG_LEVEL`. */
const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`
const variableOf = (name: string): string => `PLANT_STORE_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`

/** Adds an option for each setting of the table. Wrong values are kept as errors, for `readSettings` to report. */
export function addSettings(command: Command, table: SettingTable): Command {
  for (const [name, { placeholder, description, default: value, parse }] of Object.entries(table)) {
    const option = new Option(`${flagOf(name)} <${placeholder}>`, description)
      .default(value, String(value) || 'none')
      .env(variableOf(name))
      .conflicts(name === 'tokenFile' ? 'token' : [])
    // For help and completion. `choices()` would refuse other values before `readSettings` can report every problem.
    if (parse.choices !== undefined) option.argChoices = [...parse.choices]
    command.addOption(
      option.argParser((text) => {
        try {
          return parse(text)
        } catch (error) {
          if (!(error instanceof InvalidArgumentError)) throw error
          const shown = ['token', 'database'].includes(name)
            ? ''
            : `, not ${JSON.stringify(hideSecrets(text))}`
          const problem = `must be ${error.message}${shown}`
          return new InvalidArgumentError(problem.endsWith('.') ? problem : `${problem}.`)
        }
      }),
    )
  }
  return command
}

/** The values of the common settings and the table's. A `CommandError` reports every problem with them. */
export function readSettings<Table extends SettingTable>(command: Command, table: Table): Values<Table> {
  return read(command, table, unknownVariables())
}

/** Only the common settings. Also a `CommandError` where an unknown variable may be a misspelling of one of them. */
export function readCommonSettings(command: Command): ValuesOf<typeof commonSettings> {
  const unknown = unknownVariables().filter(({ meant = 'database' }) => meant in commonSettings)
  return read(command, {}, unknown)
}

function read<Table extends SettingTable>(
  command: Command,
  table: Table,
  unknown: readonly UnknownVariable[],
): Values<Table> {
  const names = Object.keys({ ...commonSettings, ...table })
  const given: Readonly<Record<string, unknown>> = command.optsWithGlobals()
  const values = Object.fromEntries(names.map((name) => [name, given[name]]))
  const problems = unknown.map(({ problem }) => problem)
  const common = usesDatabaseUrl(command) ? readDatabaseUrl() : undefined
  if (common !== undefined) values['database'] = common
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof InvalidArgumentError) problems.push(`${givenAs(command, name)} ${value.message}`)
  }
  if (problems.length === 0) problems.push(...contradictions(command, values))
  if (problems.length > 0) throw new CommandError('settings', problems.join('\n'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was made by its setting's parser
  return values as Values<Table>
}

/** The variable in which many platforms put the database's address. It is used where no setting of ours names one. */
const databaseUrl = 'DATABASE_URL'

function usesDatabaseUrl(command: Command): boolean {
  // A command that implies its own database ignores it.
  return command.getOptionValueSourceWithGlobals('database') === 'default' && (env[databaseUrl] ?? '') !== ''
}

function readDatabaseUrl(): string | InvalidArgumentError {
  const text = env[databaseUrl] ?? ''
  try {
    if (isPostgresUrl(text)) return commonSettings.database.parse(text)
  } catch (error) {
    if (error instanceof InvalidArgumentError) return new InvalidArgumentError(`must be ${error.message}`)
    throw error
  }
  return new InvalidArgumentError(
    `must be an address such as postgres://user@host:5432/plants; to use another database, set ${variableOf('database')}.`,
  )
}

/** Says that `DATABASE_URL` is set, but another setting is used; undefined where that is not so. */
export function describePassedOver(command: Command): string | undefined {
  const { database } = readCommonSettings(command)
  const text = env[databaseUrl] ?? ''
  if (usesDatabaseUrl(command) || text === '' || text === database) return undefined
  return `${databaseUrl} is set too, and names another database. ${givenAs(command, 'database')} takes precedence.`
}

/** The name under which a setting was given: its flag or its variable. */
function givenAs(command: Command, name: string): string {
  if (name === 'database' && usesDatabaseUrl(command)) return databaseUrl
  return sourceOf(command, name) === 'flag' ? flagOf(name) : variableOf(name)
}

function sourceOf(command: Command, name: string): 'flag' | 'environment' | 'default' {
  const source = command.getOptionValueSourceWithGlobals(name)
  if (source === 'cli') return 'flag'
  return source === 'env' ? 'environment' : 'default'
}

/** Problems between settings that are each valid on their own. */
function contradictions(command: Command, values: Partial<Settings>): readonly string[] {
  const { host, port = 0, operatorHost, operatorPort, headersTimeoutMs = 0, requestTimeoutMs = 0 } = values
  const given = (name: string): string => givenAs(command, name)
  const problems: string[] = []
  if (port !== 0 && port === operatorPort && host === operatorHost) {
    problems.push(`${given('operatorPort')} must differ from ${given('port')}; both are ${port}.`)
  }
  if (headersTimeoutMs > requestTimeoutMs) {
    const limit = `${given('requestTimeoutMs')}, which is ${requestTimeoutMs}`
    problems.push(`${given('headersTimeoutMs')} must not exceed ${limit}.`)
  }
  return problems
}

interface UnknownVariable {
  readonly problem: string
  /** The setting whose variable is spelled similarly. */
  readonly meant: string | undefined
}

/** Variables that begin like a setting but are none: probably typos, so they must not be ignored. */
function unknownVariables(): readonly UnknownVariable[] {
  const known = new Map(Object.keys(allSettings).map((name) => [variableOf(name), name]))
  const unknown = Object.keys(env).filter((name) => name.startsWith('PLANT_STORE_') && !known.has(name))
  return unknown.map((name) => {
    const maxDistance = Math.min(3, Math.floor((name.length - 'PLANT_STORE_'.length) / 2))
    const closest = closestMatch(name, [...known.keys()], { maxDistance })
    const advice = closest === undefined ? 'See plant-store config --help.' : `Did you mean ${closest}?`
    return { problem: `${name} is not a setting. ${advice}`, meant: known.get(closest ?? '') }
  })
}

/** One setting as `plant-store config` shows it. */
export interface SettingDescription {
  readonly name: string
  readonly value: unknown
  readonly source: 'flag' | 'environment' | 'default'
  readonly env: string
  readonly flag: string
  readonly description: string
}

function shownValue(name: string, value: unknown): unknown {
  if (name === 'token' && value !== undefined) return '(hidden)'
  if (Array.isArray(value)) return value.map((each: unknown) => shownValue(name, each))
  return typeof value === 'string' ? hideSecrets(value) : value
}

/** Every setting with its source; secrets are hidden. Throws as `readSettings` does. */
export function describeSettings(command: Command): readonly SettingDescription[] {
  const values: Readonly<Record<string, unknown>> = readSettings(command, allSettings)
  return Object.entries(allSettings).map(([name, { description }]) => ({
    name,
    value: shownValue(name, values[name]),
    source: name === 'database' && usesDatabaseUrl(command) ? 'environment' : sourceOf(command, name),
    env: name === 'database' && usesDatabaseUrl(command) ? databaseUrl : variableOf(name),
    flag: flagOf(name),
    description,
  }))
}
