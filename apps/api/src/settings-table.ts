/** Every setting of the service: its names, its default, what it may be. */
import { isIP } from 'node:net'
import { canonicalDecimal } from '@plant-store/contracts'

/** One setting as a person knows it. */
export interface SettingDefinition<Value = unknown> {
  readonly env: `PLANT_STORE_${string}`
  readonly flag: `--${string}`
  readonly description: string
  readonly default: Value
  /** Shown as set or not set, never as it is. */
  readonly secret?: true
  /** Turns text into the value, or says what the text should be. */
  readonly parse: (text: string) => Value | Expectation
}

/** What a text should have been, such as `a path`: it completes "must be …". */
export class Expectation {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const define = <Value>(definition: SettingDefinition<Value>): SettingDefinition<Value> => definition

const integer =
  (minimum: number, maximum: number) =>
  (text: string): number | Expectation => {
    const value = Number(text)
    const within = canonicalDecimal.test(text) && value >= minimum && value <= maximum
    return within ? value : new Expectation(`a whole number from ${minimum} to ${maximum}`)
  }

const oneOf =
  <Choice extends string>(...choices: readonly Choice[]) =>
  (text: string): Choice | Expectation => {
    return choices.find((choice) => choice === text) ?? new Expectation(`one of ${choices.join(', ')}`)
  }

const matching =
  (pattern: RegExp, expected: string) =>
  (text: string): string | Expectation => {
    return pattern.test(text) ? text : new Expectation(expected)
  }

const host = matching(/^[\w.:-]+$/, 'a host name or an IP address')
const url = (text: string): string | Expectation => {
  const plain = /^https?:\/\/[^/?#\s]+\/?$/.test(text) && URL.canParse(text)
  return plain
    ? text.replace(/\/$/, '')
    : new Expectation('an address without a path, such as http://127.0.0.1:8080')
}
function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
const networks = (text: string): readonly string[] | Expectation => {
  const list = text === '' ? [] : text.split(',').map((network) => network.trim())
  return list.every((network) => isNetwork(network))
    ? list
    : new Expectation('addresses or networks with commas between, such as 10.0.0.0/8,::1')
}
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'
type LogFormat = 'auto' | 'json' | 'pretty'
const day = 86_400_000

/** All settings, in the order in which they are shown. */
export const settingsTable = {
  database: define({
    env: 'PLANT_STORE_DATABASE',
    flag: '--database',
    description: 'path of the database file',
    default: 'plant-store.db',
    parse: matching(/^[^\0]+$/, 'a path'),
  }),
  host: define({
    env: 'PLANT_STORE_HOST',
    flag: '--host',
    description: 'address the service listens on',
    default: '127.0.0.1',
    parse: host,
  }),
  port: define({
    env: 'PLANT_STORE_PORT',
    flag: '--port',
    description: 'port the service listens on; 0 takes a free one',
    default: 8080,
    parse: integer(0, 65_535),
  }),
  operatorHost: define({
    env: 'PLANT_STORE_OPERATOR_HOST',
    flag: '--operator-host',
    description: "address of the operator's listener",
    default: '127.0.0.1',
    parse: host,
  }),
  operatorPort: define({
    env: 'PLANT_STORE_OPERATOR_PORT',
    flag: '--operator-port',
    description: "port of the operator's listener; 0 takes a free one",
    default: 8081,
    parse: integer(0, 65_535),
  }),
  logLevel: define<LogLevel>({
    env: 'PLANT_STORE_LOG_LEVEL',
    flag: '--log-level',
    description: 'least severe level that is logged',
    default: 'info',
    parse: oneOf<LogLevel>('debug', 'info', 'warn', 'error', 'silent'),
  }),
  logFormat: define<LogFormat>({
    env: 'PLANT_STORE_LOG_FORMAT',
    flag: '--log-format',
    description: 'json, pretty, or auto: pretty in a terminal',
    default: 'auto',
    parse: oneOf<LogFormat>('auto', 'json', 'pretty'),
  }),
  headersTimeoutMs: define({
    env: 'PLANT_STORE_HEADERS_TIMEOUT_MS',
    flag: '--headers-timeout-ms',
    description: 'time a client has to send the header of a request',
    default: 10_000,
    parse: integer(1, day),
  }),
  requestTimeoutMs: define({
    env: 'PLANT_STORE_REQUEST_TIMEOUT_MS',
    flag: '--request-timeout-ms',
    description: 'time a client has to send a whole request',
    default: 15_000,
    parse: integer(1, day),
  }),
  stallTimeoutMs: define({
    env: 'PLANT_STORE_STALL_TIMEOUT_MS',
    flag: '--stall-timeout-ms',
    description: 'time a connection may make no progress before it is cut off',
    default: 30_000,
    parse: integer(1, day),
  }),
  keepAliveTimeoutMs: define({
    env: 'PLANT_STORE_KEEP_ALIVE_TIMEOUT_MS',
    flag: '--keep-alive-timeout-ms',
    description: 'time an idle connection is kept',
    default: 65_000,
    parse: integer(1, day),
  }),
  maxConnections: define({
    env: 'PLANT_STORE_MAX_CONNECTIONS',
    flag: '--max-connections',
    description: 'connections served at the same time; more are turned away',
    default: 10_000,
    parse: integer(1, 1_000_000),
  }),
  maxStreams: define({
    env: 'PLANT_STORE_MAX_STREAMS',
    flag: '--max-streams',
    description: 'lists longer than a page that are sent at the same time; more are answered 503',
    default: 1000,
    parse: integer(1, 1_000_000),
  }),
  trustedProxies: define<readonly string[]>({
    env: 'PLANT_STORE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    description:
      'addresses or networks, such as 10.0.0.0/8, whose X-Forwarded-For names the client in the log',
    default: [],
    parse: networks,
  }),
  drainDelayMs: define({
    env: 'PLANT_STORE_DRAIN_DELAY_MS',
    flag: '--drain-delay-ms',
    description: 'time between failing /readyz and accepting no more, for load balancers to notice',
    default: 1000,
    parse: integer(0, day),
  }),
  drainTimeoutMs: define({
    env: 'PLANT_STORE_DRAIN_TIMEOUT_MS',
    flag: '--drain-timeout-ms',
    description: 'time that answers have to finish after that',
    default: 10_000,
    parse: integer(0, day),
  }),
  url: define({
    env: 'PLANT_STORE_URL',
    flag: '--url',
    description: 'address of the service that doctor examines',
    default: 'http://127.0.0.1:8080',
    parse: url,
  }),
  operatorUrl: define({
    env: 'PLANT_STORE_OPERATOR_URL',
    flag: '--operator-url',
    description: "address of the operator's listener that doctor examines",
    default: 'http://127.0.0.1:8081',
    parse: url,
  }),
  token: define<string | undefined>({
    env: 'PLANT_STORE_TOKEN',
    flag: '--token',
    description: 'token that doctor presents',
    default: undefined,
    secret: true,
    parse: matching(/^[\x21-\x7e]+$/, 'a token: visible characters without spaces'),
  }),
} as const

/** The name of a setting, such as `logLevel`. */
export type SettingName = keyof typeof settingsTable

/** The names of all settings, in the order of the table. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant table are its names
export const settingNames = Object.keys(settingsTable) as readonly SettingName[]

/** The value of every setting. */
export type Settings = {
  readonly [Name in SettingName]: Exclude<ReturnType<(typeof settingsTable)[Name]['parse']>, Expectation>
}
