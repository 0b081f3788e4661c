/** Every setting: its purpose, its default and its allowed values. Its flag and its variable derive from its name. */
import { availableParallelism } from 'node:os'
import { isPostgresUrl, nameDatabase, StoreError } from '@plant-store/store'
import { InvalidArgumentError } from 'commander'
import { compile } from 'proxy-addr'
import { define, matching, oneOf, type SettingTable, split, wholeNumber } from './setting.ts'

/** A number, or `auto`: as many as there are processor cores that may be used. */
function parseWorkers(text: string): number {
  if (text === 'auto') return availableParallelism()
  try {
    return wholeNumber(1, 256)(text)
  } catch {
    throw new InvalidArgumentError('a whole number from 1 to 256, or auto')
  }
}

function parseProxies(text: string): readonly string[] {
  const proxies = split(text)
  try {
    compile(proxies)
    return proxies
  } catch {
    throw new InvalidArgumentError('addresses or networks with commas between, such as loopback,10.0.0.0/8')
  }
}

const host = matching(/^[\w.:-]+$/, 'a host name or an IP address')
const name = matching(/^[\w.-]+$/, 'names without ports, with commas between, such as metrics,plants.local')
const port = wholeNumber(0, 65_535)
const actor = matching(
  /^[^\p{Cc}]{1,200}$/u,
  'a name of up to 200 characters, none of them a control character',
)
const path = matching(/^[^\0]+$/, 'a path')

/** What nobody names a file: an address in any form, or with a misspelt scheme. A path may begin with `./`. */
const addresses = [
  /^[a-z][a-z\d+.-]*:\/\//i,
  /^(?:postgres\w*|pg|psql|my\w*sql|mariadb|jdbc|sqlite\d?|file|https?|mongodb|redis|sqlserver):/i,
  /(?:^|[\s;])(?:host|hostaddr|port|dbname|user|password|service|sslmode|server|data source|database|uid|user id|pwd)\s*=/i,
  /^[^/\s]+:[^/\s]*@/,
  /^(?:[^/\s]*@)?(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/|$)/i,
] as const

/** A path, or the address of a PostgreSQL database. */
function parseDatabase(text: string): string {
  if (!isPostgresUrl(text) && addresses.some((form) => form.test(text))) {
    throw new InvalidArgumentError(
      'a path, or an address of PostgreSQL in the form postgres://user:password@host:5432/plants',
    )
  }
  if (!isPostgresUrl(text)) return path(text)
  try {
    nameDatabase(text)
    return text
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new InvalidArgumentError(`a path or an address of PostgreSQL. ${error.message}`)
  }
}

const url = matching(/^https?:\/\/[^/?#@\s]+\/?$/, 'an address without a path, such as http://127.0.0.1:8080')
const token = matching(/^[\x21-\x7e]+$/, 'a token: visible characters without spaces')
const duration = wholeNumber(0, 86_400_000)
const timeout = wholeNumber(1, 86_400_000)
const count = wholeNumber(1, 1_000_000)
const logLevel = oneOf('debug', 'info', 'warn', 'error', 'silent')
const logFormat = oneOf('auto', 'json', 'pretty')

/** The settings of every command. */
export const commonSettings = {
  database: define(
    'path',
    'the database: a file, or an address of PostgreSQL (postgres://user@host:5432/plants)',
    'plant-store.db',
    parseDatabase,
  ),
  actor: define(
    'name',
    'who makes a change, for the audit trail, which always records the user of the operating system too',
    undefined,
    actor,
  ),
} as const satisfies SettingTable

/** The settings of the service. */
export const serviceSettings = {
  host: define('host', 'address the service listens on', '127.0.0.1', host),
  port: define('number', 'port the service listens on; 0: any free port', 8080, port),
  operatorHost: define('host', "address the operator's listener listens on", '127.0.0.1', host),
  operatorPort: define('number', "port of the operator's listener; 0: any free port", 8081, port),
  operatorNames: define(
    'names',
    "host names that the operator's listener accepts, besides IP addresses, localhost and --operator-host",
    [],
    (text): readonly string[] => split(text).map((each) => name(each)),
  ),
  workers: define(
    'count|auto',
    'processes that serve requests; auto: one for each processor core that may be used',
    1,
    parseWorkers,
  ),
  docs: define(
    'on|off',
    "whether the operator's listener has a documentation page, which passes requests on to the service",
    'on',
    oneOf('on', 'off'),
  ),
  trustedProxies: define(
    'addresses',
    'proxies whose X-Forwarded-For is believed: addresses, networks (10.0.0.0/8) or loopback, with commas between',
    [],
    parseProxies,
  ),
  logLevel: define('level', 'log nothing below this level', 'info', logLevel),
  logFormat: define('format', 'format of the log; auto: pretty in a terminal, else json', 'auto', logFormat),
  headersTimeoutMs: define('ms', 'time a client has to send the header', 10_000, timeout),
  requestTimeoutMs: define('ms', 'time a client has to send the whole request', 15_000, timeout),
  leastRate: define(
    'bytes',
    'bytes a second that a client must read of a response, on average; a slower one is cut off',
    8192,
    wholeNumber(1, 1_000_000_000),
  ),
  stallTimeoutMs: define('ms', 'time that a client may stay behind --least-rate', 30_000, timeout),
  keepAliveTimeoutMs: define('ms', 'time until an idle connection is closed', 65_000, timeout),
  maxConnections: define('count', 'connections at the same time; more are refused', 10_000, count),
  // With 300 slow readers in `pnpm bench`, each further one held 87 to 103 KB of resident memory: 500 hold some 50 MB.
  maxStreams: define(
    'count',
    'lists longer than 1000 plants or 64 Ki characters sent at the same time; more get 503',
    500,
    count,
  ),
  userStreamShare: define(
    'percent',
    'the share of --max-streams that one user may take of what others leave; more get 503',
    25,
    wholeNumber(1, 100),
  ),
  databaseConnections: define('count', 'connections to PostgreSQL at the same time', 4, count),
  databaseTimeoutMs: define(
    'ms',
    'how long a request may wait for PostgreSQL before it gets 503',
    5000,
    timeout,
  ),
  drainDelayMs: define('ms', 'time from failing /readyz to closing the port', 1000, duration),
  drainTimeoutMs: define('ms', 'time for the last responses after that', 10_000, duration),
} as const satisfies SettingTable

/** The settings of doctor. */
export const doctorSettings = {
  backups: define('directory', 'where the backups are whose age doctor checks', 'backups', path),
  url: define('url', 'the service that doctor examines', 'http://127.0.0.1:8080', url),
  operatorUrl: define('url', "the operator's listener that doctor examines", 'http://127.0.0.1:8081', url),
  token: define('token', 'token that doctor tries; other users of this machine may see it', undefined, token),
  tokenFile: define('path', 'file with the token that doctor tries; - reads standard input', undefined, path),
} as const satisfies SettingTable

/** The values of a table's settings. */
export type ValuesOf<Table extends SettingTable> = { readonly [Name in keyof Table]: Table[Name]['default'] }

/** The settings that the service runs with. */
export type Settings = ValuesOf<typeof commonSettings & typeof serviceSettings>
