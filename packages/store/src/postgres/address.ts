/** The address of a PostgreSQL database: `postgres://user:password@host:5432/database?sslmode=verify-full`. */
import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import { StoreError } from '../store-error.ts'

/** Where a database is, and how to get there. What is undefined is left to the environment, such as PGPASSWORD. */
export interface Address {
  /** What sentences call the database: without password and parameters. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string
  readonly applicationName: string
  /** For PostgreSQL's own programs: how the connection is encrypted, and the file of the authority, if one is named. */
  readonly sslmode: Mode
  readonly sslrootcert: string | undefined
  /** The same for the driver. False: the connection is not encrypted. */
  readonly tls: ConnectionOptions | false
}

/** Whether a text means a database of PostgreSQL, rather than a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** What sentences call a database, whatever the engine: its path, or its address without a password. Throws as `parseAddress`. */
export function nameDatabase(database: string): string {
  return isPostgresUrl(database) ? parseAddress(database).name : database
}

const parameters: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'host', 'application_name'])
const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** Throws `invalid`, without the password in the sentence, or `unreadable` where the certificates can't be read. */
export function parseAddress(text: string): Address {
  const url = parseUrl(text)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined) {
    throw invalid(`has the parameter ${JSON.stringify(unknown)}; it may have ${[...parameters].join(', ')}`)
  }
  const host = parameter(url, 'host') ?? (decode(url.hostname).replaceAll(/[[\]]/g, '') || 'localhost')
  const database = decode(url.pathname.slice(1))
  if (database === '' || database.includes('/')) throw invalid('must name a database behind the host')
  const port = url.port === '' ? 5432 : Number(url.port)
  const user = decode(url.username) || undefined
  const sslmode = readMode(url, host)
  const sslrootcert = parameter(url, 'sslrootcert')
  return {
    name: nameOf({ host, port, user, database }),
    host,
    port,
    user,
    password: decode(url.password) || undefined,
    database,
    applicationName: parameter(url, 'application_name') ?? 'plant-store',
    sslmode,
    sslrootcert,
    tls: tlsOf(host, sslmode, sslrootcert),
  }
}

function invalid(problem: string): StoreError {
  return new StoreError(
    'invalid',
    `The address of the database ${problem}. Right is, for example, postgres://user@host:5432/plants.`,
  )
}

function parseUrl(text: string): URL {
  // Where a parameter names the host, nothing need stand between the user and the port; a URL has something there.
  const url = URL.parse(text.replace(/^(\w+:\/\/[^/?#]*@)(?=[:/?#]|$)/, '$1localhost'))
  // What the text is stays untold: a password may be in it.
  if (url === null || url.hash !== '') {
    throw invalid('is no URL: write what is special in a password or name percent-encoded, such as %40 for @')
  }
  return url
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalid('has a % that two hexadecimal digits must follow')
  }
}

function parameter(url: URL, name: string): string | undefined {
  return url.searchParams.get(name) ?? undefined
}

function nameOf({
  host,
  port,
  user,
  database,
}: Pick<Address, 'host' | 'port' | 'user' | 'database'>): string {
  const who = user === undefined ? '' : `${user}@`
  // The directory of a socket is no host of a URL.
  if (isSocket(host)) return `postgres://${who}/${database}?host=${host}`
  return `postgres://${who}${host.includes(':') ? `[${host}]` : host}:${port}/${database}`
}

const isSocket = (host: string): boolean => host.startsWith('/')

function isLoopback(host: string): boolean {
  return isSocket(host) || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/** On this machine nobody listens; on a network, whoever does not verify may be talking to anybody. */
function readMode(url: URL, host: string): Mode {
  const given = parameter(url, 'sslmode')
  if (given === undefined) return isLoopback(host) ? 'disable' : 'verify-full'
  const mode = modes.find((each) => each === given)
  if (mode !== undefined) return mode
  throw invalid(`has the sslmode ${JSON.stringify(given)}; it may be ${modes.join(', ')}`)
}

/** The modes mean what they mean to PostgreSQL's own clients. */
function tlsOf(host: string, mode: Mode, rootFile: string | undefined): ConnectionOptions | false {
  if (mode === 'disable') return false
  if (mode === 'require') return { rejectUnauthorized: false }
  const ca = rootFile === undefined ? {} : { ca: readRoots(rootFile) }
  return {
    ...ca,
    rejectUnauthorized: true,
    // Node compares with `localhost` where the host is an address and the socket was made by somebody else.
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-ca' ? undefined : checkServerIdentity(host, certificate),
  }
}

function readRoots(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StoreError('unreadable', `The certificates in ${file} (sslrootcert) can't be read.`, cause)
  }
}
