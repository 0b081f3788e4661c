/** The faults in which PostgreSQL exists but can't be reached: paused, cut off, out of connections, or failed over. */
import { until } from '@plant-store/testkit'
import { type Client, DatabaseError } from 'pg'
import { type Fault, postgresOf } from './fault.ts'

/** A shorter timeout than usual, so that clients see the fault soon. */
const impatient = { settings: { databaseTimeoutMs: 500 } }
const usualBoundMs = 10_000

export const postgresPaused: Fault = {
  name: 'postgres-paused',
  title: 'PostgreSQL paused',
  engines: ['postgres'],
  does: 'SIGSTOP to all processes of the server until clients see it, with `--database-timeout-ms 500`. Counted from SIGCONT.',
  mayShow: ['503'],
  boundMs: usualBoundMs,
  run: () => impatient,
  inject: async (scene) => {
    const { server } = postgresOf(scene)
    server.pause()
    await scene.clients.untilSeen('503')
    server.resume()
    return performance.now()
  },
}

export const postgresCutOff: Fault = {
  name: 'postgres-cut-off',
  title: 'PostgreSQL cut off',
  engines: ['postgres'],
  does: 'The connections between service and server are broken and no new ones taken, until clients see it. Counted from when there is a way again.',
  mayShow: ['503'],
  boundMs: usualBoundMs,
  inject: async (scene) => {
    const { relay } = postgresOf(scene)
    await relay.cut()
    await scene.clients.untilSeen('503')
    await relay.mend()
    return performance.now()
  },
}

export const postgresSilent: Fault = {
  name: 'postgres-silent',
  title: 'Network drops everything',
  engines: ['postgres'],
  does: 'Nothing passes between service and server in either direction, and nobody is told, until clients see it, with `--database-timeout-ms 500`. Counted from when it passes again.',
  mayShow: ['503'],
  boundMs: usualBoundMs,
  run: () => impatient,
  inject: async (scene) => {
    const { relay } = postgresOf(scene)
    relay.block()
    await scene.clients.untilSeen('503')
    relay.unblock()
    return performance.now()
  },
}

export const postgresCrowded: Fault = {
  name: 'postgres-crowded',
  title: 'PostgreSQL out of connections',
  engines: ['postgres'],
  does: 'Others take every connection that the server has, also those of the service, until clients see it. Counted from when they leave.',
  mayShow: ['503'],
  boundMs: usualBoundMs,
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
    return performance.now()
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

export const postgresFailedOver: Fault = {
  name: 'postgres-failed-over',
  title: 'Failed over to a standby',
  engines: ['postgres'],
  does: 'SIGKILL to the primary; its standby, which has every acknowledged change (`synchronous_standby_names`), is promoted, and the address leads there. Counted from when it does.',
  mayShow: ['503'],
  boundMs: usualBoundMs,
  needs: { standby: true },
  prepare: async (scene) => {
    await postgresOf(scene).pair?.addStandby()
  },
  inject: async (scene) => {
    await postgresOf(scene).pair?.failOver()
    return performance.now()
  },
}
