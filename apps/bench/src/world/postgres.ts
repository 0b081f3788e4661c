/** A PostgreSQL server with default settings, so that commits reach the disk, in a directory that is kept. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { findPrograms, openPrograms, ordinaryUser, socketsDirectory } from '@plant-store/test-postgres'
import { until } from '@plant-store/testkit'
import { Client } from 'pg'
import { BenchError } from '../bench-error.ts'
import { killOnExit } from '../processes/start-program.ts'
import type { Databases } from './database.ts'

const owner = 'postgres'
/** The role of packages/store/README.md. */
const service = 'plant_store_service'
const roleSql = `
  create role ${service} login;
  alter default privileges grant select on tables to ${service}`
const grantSql = `
  grant update (last_used_at) on token to ${service};
  grant insert on token_use to ${service}`

/** $1: users; $2: keys of plants. An import would take far longer: some five round trips per line. */
const grantsSql = `
  insert into user_grant (user_id, plant_id)
  select u.user_id, p.plant_id
  from unnest($1::text[], $2::text[]) given (name, key)
  join users u on u.name = given.name
  join plant p on p.key = given.key`

/** The settings of an operator who keeps the database in memory. The server listens only on a socket. */
const settings = (socket: string): string[] =>
  ['shared_buffers=1GB', 'listen_addresses=', `unix_socket_directories=${socket}`].flatMap((each) => [
    '-c',
    each,
  ])

/** Opens the server in the directory, or makes it. A server that another process uses is an error. */
export async function openPostgres(directory: string): Promise<Databases> {
  const home = join(directory, 'postgres')
  const socket = await makeSocketDirectory()
  const address = (user: string, database: string): string =>
    `postgres://${user}@/${database}?host=${encodeURIComponent(socket)}`
  const run = (database: string, sql: string, values?: readonly (readonly string[])[]): Promise<void> =>
    execute(address(owner, database), sql, values)
  const isNew = (await stat(home).catch(() => undefined)) === undefined
  if (isNew) await makeHome(directory, home)
  const server = await startServer({ home, socket, isNew }, () => run('postgres', 'select'))
  if (isNew) {
    await run('postgres', 'create database plants')
    await run('plants', roleSql)
  }
  return {
    engine: 'postgres',
    forService: address(service, 'plants'),
    forOwner: address(owner, 'plants'),
    pid: server.pid,
    withSpare: async (use) => {
      await run('postgres', 'create database spare')
      try {
        return await use(address(owner, 'spare'))
      } finally {
        await run('postgres', 'drop database spare with (force)')
      }
    },
    addGrants: async (grants) => {
      const all = [...grants]
      await run('plants', grantsSql, [all.map(({ user }) => user), all.map(({ key }) => key)])
    },
    settle: async () => {
      await run('plants', grantSql)
      await run('plants', 'vacuum (analyze)')
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await rm(socket, { recursive: true, force: true })
    },
  }
}

/** The path of a socket may have 107 bytes; the directory of a database would use them all up. */
async function makeSocketDirectory(): Promise<string> {
  const socket = await mkdtemp(join(socketsDirectory(), 'plant-store-bench-'))
  const { uid, gid } = ordinaryUser()
  if (uid !== undefined && gid !== undefined) await chown(socket, uid, gid)
  return socket
}

/** The server runs as a user that owns nothing else, so the path to its directory must be passable. */
async function makeHome(directory: string, home: string): Promise<void> {
  await mkdir(home, { mode: 0o700 })
  const { uid, gid } = ordinaryUser()
  if (uid === undefined || gid === undefined) return
  await chown(home, uid, gid)
  await chmod(directory, 0o711)
  await chmod(join(directory, '..'), 0o711)
}

/** Resolves once `ask` resolves, because the server then answers. */
async function startServer(
  { home, socket, isNew }: { readonly home: string; readonly socket: string; readonly isNew: boolean },
  ask: () => Promise<void>,
): Promise<{ readonly pid: number | undefined; readonly stop: () => Promise<void> }> {
  const runAs = ordinaryUser()
  const programs = openPrograms(findPrograms(), home)
  const data = join(home, 'data')
  if (isNew) {
    const argv = [
      '-D',
      data,
      '-U',
      owner,
      '-A',
      'trust',
      '--no-instructions',
      '--locale=C',
      '--encoding=UTF8',
    ]
    await promisify(execFile)(join(programs, 'initdb'), argv, { ...runAs, cwd: home })
  }
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings(socket)], {
    ...runAs,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // SIGQUIT ends the server at once; commits survive until the next start.
  const kill = killOnExit(child, 'SIGQUIT')
  const said = text(child.stderr)
  await until('PostgreSQL answers', async () => {
    if (child.exitCode !== null) throw new BenchError(`PostgreSQL did not start: ${await said}`)
    return ask().then(
      () => true,
      () => false,
    )
  })
  const stop = async (): Promise<void> => {
    const closed = once(child, 'close')
    // Fast shutdown: it writes everything to disk, and waits for no client.
    if (child.exitCode === null && child.kill('SIGINT')) await closed
    await kill()
  }
  return { pid: child.pid, stop }
}

async function execute(
  connectionString: string,
  sql: string,
  values: readonly (readonly string[])[] = [],
): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}
