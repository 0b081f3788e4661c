/** The faults in which PostgreSQL exists but can't be reached: paused, cut off, out of connections, locked, or failed over. */
import { withClient } from '@plant-store/test-postgres'
import { until } from '@plant-store/testkit'
import { type Client, DatabaseError } from 'pg'
import { type Fault, postgresOf, requestsMeanwhile, untilSeen } from './fault.ts'

/** A shorter timeout than usual, so that clients see the fault soon; on a busy machine, a refusal is late. */
const impatient = {
  run: () => ({ settings: { databaseTimeoutMs: 500 } }),
  withinMs: 5000,
} as const satisfies Partial<Fault>

const postgresPaused = untilSeen(
  {
    name: 'postgres-paused',
    title: 'PostgreSQL paused',
    does: 'SIGSTOP to all processes of the server until clients see it, with `--database-timeout-ms 500`. Counted from SIGCONT.',
    ...impatient,
  },
  ({ server }) => server.pause(),
  ({ server }) => server.resume(),
)

const postgresCutOff = untilSeen(
  {
    name: 'postgres-cut-off',
    title: 'PostgreSQL cut off',
    does: 'The connections between service and server are broken and no new ones taken, until clients see it. Counted from when there is a way again.',
  },
  ({ relay }) => relay.cut(),
  ({ relay }) => relay.mend(),
)

const postgresSilent = untilSeen(
  {
    name: 'postgres-silent',
    title: 'Network drops everything',
    does: 'Nothing passes between service and server in either direction, and no connection is closed, until clients see it, with `--database-timeout-ms 500`. Counted from when it passes again.',
    ...impatient,
  },
  ({ relay }) => relay.block(),
  ({ relay }) => relay.unblock(),
)

const postgresCrowded: Fault = {
  name: 'postgres-crowded',
  title: 'PostgreSQL out of connections',
  engines: ['postgres'],
  does: 'Others take every connection that the server has, also those of the service, until clients see it. Counted from when they leave.',
  mayShow: ['503'],
  inject: async (scene) => {
    const { server, backends, connect } = postgresOf(scene)
    const others: Client[] = []
    try {
      await until('others have every connection', async () => {
        await takeAll(connect, others)
        for (const pid of await backends()) await server.query('select pg_terminate_backend($1)', pid)
        await takeAll(connect, others)
        return (await backends()).length === 0
      })
      await scene.clients.untilSeen('503')
    } finally {
      await Promise.all(others.map((client) => client.end()))
    }
  },
}

/** Takes connections until the server has none left. */
async function takeAll(connect: () => Promise<Client>, others: Client[]): Promise<void> {
  try {
    for (;;) others.push(await connect())
  } catch (error) {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: too_many_connections
    if (!(error instanceof DatabaseError && error.code === '53300')) throw error
  }
}

const postgresFailedOver: Fault = {
  name: 'postgres-failed-over',
  title: 'Failed over to a standby',
  engines: ['postgres'],
  does: 'SIGKILL to the primary; its standby, which has every acknowledged change (`synchronous_standby_names`), is promoted, and the address leads there. Counted from when it does.',
  mayShow: ['503'],
  needs: { standby: true },
  prepare: async (scene) => {
    await postgresOf(scene).pair?.addStandby()
  },
  inject: async (scene) => {
    await postgresOf(scene).pair?.failOver()
  },
}

const tablesLocked: Fault = {
  name: 'tables-locked',
  title: 'Tables locked',
  engines: ['postgres'],
  does: 'Somebody locks each of our tables in turn (`access exclusive`) for two requests of each client, with `--database-timeout-ms 500`. Counted from the end of the last lock.',
  mayShow: ['503'],
  ...impatient,
  inject: async ({ engine, clients }) => {
    await withClient(engine.database, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
      )
      for (const { name } of rows) {
        await client.query(`begin; lock table ${name} in access exclusive mode`)
        await clients.untilRequests(requestsMeanwhile)
        await client.query('rollback')
      }
    })
  },
}

export const ways: readonly Fault[] = [
  postgresPaused,
  postgresCutOff,
  postgresSilent,
  postgresCrowded,
  postgresFailedOver,
  tablesLocked,
]
