/** Keeps a PostgreSQL server while tests run. The server and its files disappear with the tests, however these end. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { findPrograms, openPrograms, ordinaryUser, type RunAs, socketsDirectory } from './programs.ts'

/** Settings of a server, as in its configuration file. */
export type ServerSettings = Readonly<Record<string, string | number>>

/** Where a server has its files, socket and programs, and which user it runs as. */
export interface Place {
  readonly root: string
  readonly programs: string
  readonly runAs: RunAs
}

/** The shell that runs beside a server. */
type Keeper = ChildProcessByStdio<Writable, Readable, Readable>

/** The address of a database on the server with its socket in this directory. */
export const urlOf =
  (socket: string) =>
  (database: string): string =>
    `postgres://postgres@/${database}?host=${encodeURIComponent(socket)}`

/** Makes a new place. A standby runs the programs of its primary. */
export function makePlace(programs = findPrograms()): Place {
  const runAs = ordinaryUser()
  const root = mkdtempSync(join(socketsDirectory(), 'plant-store-postgres-'))
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(root, runAs.uid, runAs.gid)
  return { root, programs: openPrograms(programs, root), runAs }
}

/**
 * The script beside the server: it creates the files if there are none, starts the server, and reports that. When its
 * standard input ends, because the writing process has ended in whatever way, it stops the server and removes the
 * files. A paused server is resumed first, and kills those of its processes that stay paused. The script survives if
 * nobody reads its output, or all processes of the tests are asked to end.
 */
const keeper = `
  programs=$1 root=$2 settings=$3
  trap '' PIPE TERM
  { [ -d "$root/data" ] || "$programs/initdb" -D "$root/data" -U postgres -A trust --no-sync --no-instructions \
    --locale=C --encoding=UTF8 --wal-segsize=1; } >"$root/log" 2>&1 &&
  printf '%s\\n' "$settings" >>"$root/data/postgresql.conf" &&
  "$programs/pg_ctl" -D "$root/data" -w -t 60 -s -l "$root/log" start >>"$root/log" 2>&1 &&
  echo started || cat "$root/log" >&2
  cat >/dev/null
  if [ -f "$root/data/postmaster.pid" ]; then
    read -r pid <"$root/data/postmaster.pid"
    kill -CONT "$pid"
    "$programs/pg_ctl" -D "$root/data" -w -s -m immediate stop
  fi >/dev/null 2>&1
  rm -rf "$root"
`

/** Nothing needs to outlive the tests, so nothing waits for the disk. */
const usualSettings: ServerSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '32MB',
  shared_buffers: '32MB',
  autovacuum: 'off',
  listen_addresses: '',
}

/** Starts a server at the place, with the existing files or new ones. Rejects with the server's message. */
export async function keepServer(
  { root, programs, runAs }: Place,
  settings: ServerSettings = {},
): Promise<Keeper> {
  const all: ServerSettings = { ...usualSettings, unix_socket_directories: root, ...settings }
  const lines = Object.entries(all).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  )
  const child = spawn('sh', ['-c', keeper, 'keeper', programs, root, lines.join('\n')], {
    ...runAs,
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C is for the tests: the server stops after they have ended.
    detached: true,
  })
  const failure = text(child.stderr)
  const [said] = await Promise.race([once(child.stdout, 'data'), failure.then((reason) => [reason])])
  if (String(said).trim() !== 'started') {
    child.stdin.end()
    throw new Error(`PostgreSQL did not start: ${await failure}`)
  }
  return child
}

/** Lets this process end while the server runs. */
export function releaseKeeper(child: Keeper): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) unref(stream)
}

/** Pipes of a child process are sockets, whatever the types say. */
function unref(stream: object): void {
  if (stream instanceof Socket) stream.unref()
}
