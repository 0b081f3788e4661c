/** A PostgreSQL server for a single test: it can stop, hang, have standbys and hand over to one of them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '@plant-store/gate/patience'
import { childrenOf } from '@plant-store/gate/processes'
import { Client } from 'pg'
import { keepServer, makePlace, type Place, releaseKeeper, type ServerSettings, urlOf } from './keeper.ts'
import type { PostgresServer } from './server.ts'

/** How a server stops: disconnecting clients (`fast`), or with all processes killed. */
export type StopMode = 'fast' | 'kill'

/** Dispose of it after its standbys; in any case it disappears once the tests have ended. */
export interface OwnServer extends PostgresServer, AsyncDisposable {
  /** Runs a statement as the superuser, and returns its rows. */
  query(sql: string, ...values: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Changes settings that need no restart. Resolves when new connections have them. */
  set(settings: ServerSettings): Promise<void>
  stop(mode: StopMode): Promise<void>
  /** Starts the server with the files that it left. */
  start(): Promise<void>
  /** Makes all its processes hang: it accepts connections, and answers nothing. */
  pause(): void
  resume(): void
  /** Starts a new server that follows this one. `settings` are its own. */
  startStandby(settings?: ServerSettings): Promise<OwnServer>
  /** Makes a standby a primary. Resolves when it can be written to. */
  promote(): Promise<void>
}

/** How much is kept for lagging standbys; and what was committed is on its way to them. */
const usualSettings: ServerSettings = { wal_keep_size: '512MB', synchronous_commit: 'on' }

/** Starts a primary. `settings` are added to those that make it fast: nothing is forced to disk. */
export function startServer(settings: ServerSettings = {}): Promise<OwnServer> {
  return openServer(makePlace(), { ...usualSettings, ...settings })
}

async function openServer(place: Place, settings: ServerSettings): Promise<OwnServer> {
  const { root } = place
  const keeper = await keepServer(place, settings)
  releaseKeeper(keeper)
  const query: OwnServer['query'] = (sql, ...values) =>
    withClient(
      urlOf(root)('postgres'),
      async (client) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    )
  return {
    socket: root,
    url: urlOf(root),
    query,
    set: (changed) => set(query, changed),
    stop: (mode) => stop(place, mode),
    start: () => control(place, '-w', '-t', '60', '-l', join(root, 'log'), 'start'),
    pause: () => signalAll(root, 'SIGSTOP'),
    resume: () => signalAll(root, 'SIGCONT'),
    startStandby: (own = {}) => startStandby(place, own),
    promote: () => control(place, '-w', '-t', '60', 'promote'),
    [Symbol.asyncDispose]: async () => {
      // The processes of a paused server would be killed only after some seconds.
      if (existsSync(join(root, 'data/postmaster.pid'))) signalAll(root, 'SIGCONT')
      keeper.ref()
      keeper.stdin.end()
      if (keeper.exitCode === null && keeper.signalCode === null) await once(keeper, 'exit')
    },
  }
}

/** Copies the files of the running server, like its own tools, and follows it from there. */
async function startStandby(
  { root: from, programs, runAs }: Place,
  settings: ServerSettings,
): Promise<OwnServer> {
  const place = makePlace(programs)
  const data = join(place.root, 'data')
  await withClient(urlOf(from)('postgres'), async (client) => {
    await client.query("select pg_backup_start('standby', true)")
    // Files may disappear while they are copied; the primary's log then supplies what is missing.
    await once(
      spawn('cp', ['-R', join(from, 'data'), data], { ...runAs, cwd: place.root, stdio: 'ignore' }),
      'exit',
    )
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    write(place, 'backup_label', rows[0]?.label ?? '')
  })
  write(place, 'standby.signal', '')
  // Settings made on the primary while it ran belong to the primary only.
  write(place, 'postgresql.auto.conf', '')
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true })
  return openServer(place, {
    ...usualSettings,
    primary_conninfo: `host=${from} user=postgres dbname=postgres`,
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  })
}

function write({ root, runAs }: Place, name: string, content: string): void {
  const file = join(root, 'data', name)
  writeFileSync(file, content, { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(file, runAs.uid, runAs.gid)
}

async function set(query: OwnServer['query'], settings: ServerSettings): Promise<void> {
  const entries = Object.entries(settings).map(([name, value]) => [name, String(value)] as const)
  for (const [name, value] of entries)
    await query(`alter system set ${name} = '${value.replaceAll("'", "''")}'`)
  await query('select pg_reload_conf()')
  const file =
    'select bool_and(applied) as it from pg_file_settings where name = any ($1) and sourcefile like $2'
  const names = entries.map(([name]) => name)
  if (!has(await query(file, names, '%auto.conf'), true))
    throw new Error(`these settings need a restart: ${names.join()}`)
  const sql = 'select count(*)::int as it from pg_settings where name = any ($1) and sourcefile like $2'
  await until('the settings hold', async () => has(await query(sql, names, '%auto.conf'), names.length))
}

async function stop(place: Place, mode: StopMode): Promise<void> {
  if (mode !== 'kill') return control(place, '-w', '-t', '60', '-m', mode, 'stop')
  const pids = processes(place.root)
  for (const pid of pids) signal(pid, 'SIGKILL')
  await until('the killed server is gone', () => !pids.some((pid) => signal(pid, 0)))
}

/** Runs `pg_ctl`. Rejects with the end of the server's log. */
async function control({ root, programs, runAs }: Place, ...flags: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(join(programs, 'pg_ctl'), ['-D', join(root, 'data'), '-s', ...flags], {
      ...runAs,
      cwd: root,
    })
  } catch (cause) {
    const log = readFileSync(join(root, 'log'), 'utf8').split('\n').slice(-20).join('\n')
    throw new Error(`pg_ctl ${flags.at(-1)} failed: ${log}`, { cause })
  }
}

/** The server's first process, and all that it started. */
function processes(root: string): readonly number[] {
  const first = Number(readFileSync(join(root, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  return [first, ...childrenOf(first)]
}

/** The first process is paused before the others are listed, so that it starts no more meanwhile. */
function signalAll(root: string, name: 'SIGSTOP' | 'SIGCONT'): void {
  const [first = 0] = processes(root)
  signal(first, name)
  for (const pid of processes(root)) signal(pid, name)
}

/** Returns whether the process existed. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Works through a connection of its own, whose errors reject. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const has = (rows: readonly Record<string, unknown>[], value: unknown): boolean => rows[0]?.['it'] === value
