/**
 * The address of a PostgreSQL database: `postgres://user:password@host:5432/database?sslmode=verify-full`. It may list
 * several hosts, `host1,host2:5433`: one primary and its standbys, in the form that PostgreSQL's own clients accept.
 */
import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import { StoreError } from '../store-error.ts'

/** Where a database is, and how to reach it. Undefined values are left to the environment, such as PGPASSWORD. */
export interface Address {
  /** The name of the database in messages: without password and parameters. */
  readonly name: string
  /** At least one. */
  readonly servers: readonly ServerAddress[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string
  readonly applicationName: string
}

/** Where one server is. */
export interface ServerAddress {
  /** The name of the database on this server in messages. */
  readonly name: string
  readonly host: string
  readonly port: number
  /** Whether and how the connection is encrypted, for the driver. False: not encrypted. */
  readonly tls: ConnectionOptions | false
}

/** Whether a text is the address of a PostgreSQL database, rather than a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** The name of a database in messages: its path, or its address without a password. Throws as `parseAddress` does. */
export function nameDatabase(database: string): string {
  return isPostgresUrl(database) ? parseAddress(database).name : database
}

const parameters: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'host',
  'application_name',
  'target_session_attrs',
])
/** From the least to the most strict. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** Throws `invalid`, without the password in the message, or `unreadable` if the certificates can't be read. */
export function parseAddress(text: string): Address {
  const { url, hosts } = parseUrl(text)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined) {
    throw invalid(`has the parameter ${JSON.stringify(unknown)}; it may have ${[...parameters].join(', ')}`)
  }
  const hostPorts = hostPortsOf(hosts, parameter(url, 'host'))
  const target = parameter(url, 'target_session_attrs')
  if (target !== undefined && target !== 'primary' && target !== 'read-write') {
    throw invalid(
      `has the target_session_attrs ${JSON.stringify(target)}; it may be primary or read-write, which is how it is used`,
    )
  }
  const database = decode(url.pathname.slice(1))
  if (database === '' || database.includes('/')) throw invalid('must name a database behind the host')
  const user = decode(url.username) || undefined
  const sslrootcert = parameter(url, 'sslrootcert')
  const nameOf = (some: readonly HostPort[]): string => nameHostPorts(some, user, database)
  return {
    name: nameOf(hostPorts),
    servers: hostPorts.map(({ host, port }) => ({
      name: nameOf([{ host, port }]),
      host,
      port,
      tls: tlsOf(host, readMode(url, host), sslrootcert),
    })),
    user,
    password: decode(url.password) || undefined,
    database,
    applicationName: parameter(url, 'application_name') ?? 'plant-store',
  }
}

function invalid(problem: string): StoreError {
  return new StoreError(
    'invalid',
    `The address of the database ${problem}. Right is, for example, postgres://user@host:5432/plants.`,
  )
}

/** The hosts are parsed separately: a URL has only one. */
function parseUrl(text: string): { readonly url: URL; readonly hosts: string } {
  const [, before = '', hosts = '', behind = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const url = URL.parse(`${before}localhost${behind}`)
  // The message does not repeat the text: it may contain a password.
  if (url === null || url.hash !== '') throw noUrl()
  return { url, hosts }
}

function noUrl(): StoreError {
  return invalid('is no URL: write what is special in a password or name percent-encoded, such as %40 for @')
}

type HostPort = Pick<ServerAddress, 'host' | 'port'>

/** Hosts named by the parameter, such as directories of sockets, all have the port given in the URL's host part. */
function hostPortsOf(hosts: string, named: string | undefined): readonly HostPort[] {
  const hostPorts = hosts.split(',').map((text) => {
    const url = URL.parse(`postgres://${text.replace(/^(?=:|$)/, 'localhost')}`)
    if (url === null || url.pathname !== '' || url.username !== '') throw noUrl()
    const host = decode(url.hostname).replaceAll(/[[\]]/g, '')
    return { host, port: url.port === '' ? 5432 : Number(url.port) }
  })
  const [{ port } = { port: 5432 }] = hostPorts
  const all = named === undefined ? hostPorts : named.split(',').map((host) => ({ host, port }))
  const isIncomplete = hosts.includes(',') && hosts.split(',').includes('')
  if (isIncomplete || all.some(({ host }) => host === ''))
    throw invalid('has a comma without a host behind or before it')
  return all
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

function nameHostPorts(hostPorts: readonly HostPort[], user: string | undefined, database: string): string {
  const who = user === undefined ? '' : `${user}@`
  // The directory of a socket can't be the host of a URL.
  if (hostPorts.some(({ host }) => isSocket(host))) {
    return `postgres://${who}/${database}?host=${hostPorts.map(({ host }) => host).join()}`
  }
  const hosts = hostPorts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
  return `postgres://${who}${hosts.join()}/${database}`
}

const isSocket = (host: string): boolean => host.startsWith('/')

function isLoopback(host: string): boolean {
  return isSocket(host) || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/** On this machine nobody eavesdrops; on a network, a client that does not verify may be talking to anybody. */
function readMode(url: URL, host: string): Mode {
  const given = parameter(url, 'sslmode')
  if (given === undefined) return isLoopback(host) ? 'disable' : 'verify-full'
  const mode = modes.find((each) => each === given)
  if (mode !== undefined) return mode
  throw invalid(`has the sslmode ${JSON.stringify(given)}; it may be ${modes.join(', ')}`)
}

/** The modes mean the same as in PostgreSQL's own clients. */
function tlsOf(host: string, mode: Mode, rootFile: string | undefined): ConnectionOptions | false {
  if (mode === 'disable') return false
  if (mode === 'require') return { rejectUnauthorized: false }
  const ca = rootFile === undefined ? {} : { ca: readRoots(rootFile) }
  return {
    ...ca,
    rejectUnauthorized: true,
    // Node compares with `localhost` if the host is an IP address and an existing socket was passed in.
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
