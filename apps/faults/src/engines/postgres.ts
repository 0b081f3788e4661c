/** A PostgreSQL database whose server can be killed, stopped, cut off, filled, and replaced by its standby. */
import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  asService,
  ordinaryUser,
  type OwnServer,
  serviceRights,
  startCareful,
  startRelay,
  withClient,
} from '@plant-store/test-postgres'
import { temporaryDirectory } from '@plant-store/testkit'
import { Client } from 'pg'
import { type Engine, type EngineNeeds, mountSmallDisk } from './engine.ts'
import { Pair } from './postgres-pair.ts'

const name = 'plants'
/** The application name of connections that are not the service's. */
const elsewhere = 'elsewhere'

/** Opens a database in a server of its own, which ends with the engine. */
export async function openPostgres({ disk: diskFor, standby }: EngineNeeds): Promise<Engine> {
  await using opening = new AsyncDisposableStack()
  // So few connections that all of them can be taken.
  const server = await startCareful({ max_connections: 20 })
  const pair = standby === true ? opening.use(new Pair(server)) : undefined
  if (pair === undefined) opening.use(server)
  const disk = diskFor === undefined ? undefined : await mountSmallDisk(opening)
  const tables = diskFor === 'database' && disk !== undefined ? await moveToDisk(server, disk.directory) : ''
  await server.query(`create database ${name} ${tables}`)
  const directory = await temporaryDirectory()
  opening.defer(() => directory.remove())
  const relay = opening.use(await startRelay({ socket: pair?.socket ?? server.socket }))
  // A failover must also move the operator, who therefore uses the relay.
  const database = pair === undefined ? server.url(name) : relay.url(name)
  const stack = opening.move()
  return {
    database,
    directory: directory.path,
    serve: async () => {
      await withClient(database, (client) => client.query(serviceRights))
      return asService(relay.url(name))
    },
    disk,
    postgres: {
      server,
      relay,
      pair,
      backends: async () => {
        const sql =
          "select pid from pg_stat_activity where usename = 'plant_store_service' and application_name <> $1 order by query_start desc"
        return (await server.query(sql, elsewhere)).map(({ pid }) => Number(pid))
      },
      connect: async () => {
        const client = new Client({
          connectionString: asService(server.url(name)),
          application_name: elsewhere,
        })
        // Errors of this connection do not matter.
        client.on('error', () => {})
        await client.connect()
        return client
      },
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Moves the server's write-ahead log there; resolves to the SQL clause that puts a database there. */
async function moveToDisk(server: OwnServer, directory: string): Promise<string> {
  const { uid = -1, gid = -1 } = ordinaryUser()
  const log = join(server.socket, 'data/pg_wal')
  const moved = join(directory, 'wal')
  await server.stop('fast')
  await promisify(execFile)('cp', ['-R', '-p', log, moved])
  rmSync(log, { recursive: true })
  symlinkSync(moved, log)
  const tables = join(directory, 'tables')
  mkdirSync(tables)
  // The server's user can't enter directories private to another user.
  for (const path of [dirname(directory), directory, tables]) chownSync(path, uid, gid)
  await server.start()
  await server.query(`create tablespace small location '${tables}'`)
  return 'tablespace small'
}
