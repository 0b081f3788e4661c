/** A PostgreSQL database whose server can be killed, stopped, cut off, filled, and replaced by its standby. */
import {
  asService,
  type OwnServer,
  type Relay,
  serviceRights,
  startCareful,
  startRelay,
} from '@plant-store/test-postgres'
import { temporaryDirectory } from '@plant-store/testkit'
import type { CrowdedDisk } from '@plant-store/testkit/storm'
import { Client } from 'pg'
import type { Engine, EngineNeeds } from './engine.ts'
import { moveToDisk } from './postgres-disk.ts'
import { Pair } from './postgres-pair.ts'
import { mountSmallDisk } from './small-disk.ts'

/** So few that all of them can be taken. */
const start = (): Promise<OwnServer> => startCareful({ max_connections: 20 })

/** The server shared by faults that need none of their own. Dispose of it last. */
export class PostgresServers implements AsyncDisposable {
  #shared: Promise<OwnServer> | undefined
  #databases = 0

  /** Opens a database in the shared server, or in a server of its own. */
  async open(needs: EngineNeeds): Promise<Engine> {
    const stack = new AsyncDisposableStack()
    try {
      return await this.#open(needs, stack)
    } catch (error) {
      await stack.disposeAsync()
      throw error
    }
  }

  async #open({ disk: diskFor, standby }: EngineNeeds, stack: AsyncDisposableStack): Promise<Engine> {
    const isOwn = diskFor === 'database' || standby === true
    const server = await (isOwn ? start() : (this.#shared ??= start()))
    const pair = standby === true ? stack.use(new Pair(server)) : undefined
    if (isOwn && pair === undefined) stack.use(server)
    const disk = diskFor === undefined ? undefined : await mountSmallDisk(stack)
    const tables =
      diskFor === 'database' && disk !== undefined ? await moveToDisk(server, disk.directory) : ''
    this.#databases += 1
    const name = `faults_${this.#databases}`
    await server.query(`create database ${name} ${tables}`)
    const directory = await temporaryDirectory()
    stack.defer(() => directory.remove())
    const relay = stack.use(await startRelay({ socket: pair?.socket ?? server.socket }))
    return toEngine({ directory: directory.path, server, relay, name, disk, pair, stack })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#shared)?.[Symbol.asyncDispose]()
  }
}

interface Parts {
  readonly directory: string
  readonly server: OwnServer
  readonly relay: Relay
  readonly name: string
  readonly disk: CrowdedDisk | undefined
  readonly pair: Pair | undefined
  readonly stack: AsyncDisposableStack
}

function toEngine({ directory, server, relay, name, disk, pair, stack }: Parts): Engine {
  // A failover must also move the operator, who therefore uses the relay.
  const database = pair === undefined ? server.url(name) : relay.url(name)
  return {
    database,
    directory,
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
        const rows = await server.query(sql, elsewhere)
        return rows.map(({ pid }) => Number(pid))
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

/** The application name of connections that are not the service's. */
const elsewhere = 'elsewhere'

/** Works through a connection of its own, whose errors reject. */
export async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
