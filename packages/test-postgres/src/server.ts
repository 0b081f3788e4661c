/** A PostgreSQL server of the tests' own, that goes when they do, however they end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { findPrograms, ordinaryUser } from './programs.ts'

/** A server that answers on a socket in a directory of its own. Whoever may enter that is its superuser. */
export interface PostgresServer {
  /** The directory of its socket. */
  readonly socket: string
  /** The address of a database in it. */
  url(database: string): string
}

/** Where a test run has one server for all its processes. */
export const sharedSocket = 'TEST_POSTGRES_SOCKET'

let own: Promise<PostgresServer> | undefined

/** The server of this test run; one of this process where the run has none. */
export function postgresServer(): Promise<PostgresServer> {
  const socket = env[sharedSocket]
  if (socket !== undefined) return Promise.resolve({ socket, url: urlOf(socket) })
  own ??= startPostgres()
  return own
}

const urlOf =
  (socket: string) =>
  (database: string): string =>
    `postgres://postgres@/${database}?host=${encodeURIComponent(socket)}`

/**
 * What runs beside the server: it makes the files, starts the server, and says so. When its standard input ends, because
 * whoever writes there has ended in whatever way, it ends the server and removes the files.
 */
const keeper = `
  programs=$1 root=$2; shift 2
  "$programs/initdb" -D "$root/data" -U postgres -A trust --no-sync --no-instructions \
    --locale=C --encoding=UTF8 --wal-segsize=1 >"$root/log" 2>&1 &&
  "$programs/pg_ctl" -D "$root/data" -w -s -l "$root/log" -o "$*" start >>"$root/log" 2>&1 &&
  echo started || cat "$root/log" >&2
  cat >/dev/null
  [ -f "$root/data/postmaster.pid" ] && "$programs/pg_ctl" -D "$root/data" -w -s -m immediate stop >/dev/null 2>&1
  rm -rf "$root"
`

/** Nothing need outlive the tests, so nothing waits for the disk. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=32MB',
  'shared_buffers=32MB',
  'autovacuum=off',
  'listen_addresses=',
] as const

/** Starts another server, of the programs in a directory. It goes as every one does. */
export async function startPostgres(directory?: string): Promise<PostgresServer> {
  const runAs = ordinaryUser()
  const root = mkdtempSync(join(tmpdir(), 'plant-store-postgres-'))
  chmodSync(root, 0o700)
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(root, runAs.uid, runAs.gid)
  const programs = directory ?? findPrograms(root, runAs)
  const flags = [...settings, `unix_socket_directories=${root}`].flatMap((setting) => ['-c', setting])
  const child = spawn('sh', ['-c', keeper, 'keeper', programs, root, ...flags], {
    ...runAs,
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C is for the tests: the server goes when they have gone.
    detached: true,
  })
  const failure = text(child.stderr)
  const [said] = await Promise.race([once(child.stdout, 'data'), failure.then((reason) => [reason])])
  if (String(said).trim() !== 'started') throw new Error(`PostgreSQL did not start: ${await failure}`)
  // The tests end when they are done, and the pipe with them.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) unref(stream)
  return { socket: root, url: urlOf(root) }
}

/** Pipes of a child are sockets, whatever the types say. */
function unref(stream: object): void {
  if (stream instanceof Socket) stream.unref()
}
