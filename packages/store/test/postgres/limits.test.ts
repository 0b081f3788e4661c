/** How long requests and commands wait for PostgreSQL, whatever limits the server or the role has. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { until } from '@plant-store/gate/patience'
import { postgresServer, startRelay } from '@plant-store/test-postgres'
import type { Client } from 'pg'
import { describeDatabase, migrate, openStore, type Records, type Store } from '../../src/index.ts'
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import { createSecret } from '../../src/token/format.ts'
import { refusedWith } from '../promises/world.ts'
import { connect, readRaw, migratedDatabase } from './databases.ts'

describe('the query of a request', () => {
  it('is given up, also by the server, if it takes too long', async (t) => {
    const database = await migratedDatabase()
    const store = await openPostgresStore({ database, timeoutMs: 3000 }, Date.now)
    t.after(() => store.close())
    const client = await connect(t, database)
    await client.query('begin; lock table token in access exclusive mode')
    await refusedWith('unreachable', /did not answer in time/, store.openSession(createSecret()))
    // The client may reject a moment before the server gives up.
    await until('the server gives up', async () => {
      // A transaction keeps its first view of other sessions' activity until this snapshot is cleared.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length === 0
    })
    await client.query('rollback')
    assert.deepEqual(await store.openSession(createSecret()), { refusal: 'unknown' })
  })
})

describe("the limits of a role or server, meant for others' statements, end no command:", () => {
  const work: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    'a list': (store) => Array.fromAsync(store.users()),
    'a change': (store) => store.addUser('ada'),
    'a grant of everything': (store) => store.grant({ user: 'bob' }, { all: true }),
  }
  for (const [what, run] of Object.entries(work)) {
    it(`${what}, which waits for a lock`, async (t) => {
      const { database, store } = await openLimited(t)
      const client = await connectUnlimited(t, database)
      await client.query('begin; lock table users, plant, plant_access in access exclusive mode')
      const done = run(store)
      await untilOther(
        client,
        "wait_event_type = 'Lock' and clock_timestamp() - query_start > '300 ms'",
        done,
      )
      await client.query('rollback')
      await done
    })
  }

  it('an import, which waits for its file', async (t) => {
    const { database, store } = await openLimited(t)
    const client = await connectUnlimited(t, database)
    async function* records(): Records {
      yield [{ line: 1, value: { name: 'Rose' } }]
      await untilOther(
        client,
        "state = 'idle in transaction' and clock_timestamp() - state_change > '300 ms'",
      )
      yield [{ line: 2, value: { name: 'Oak' } }]
    }
    assert.equal((await store.importPlants(records(), ({ reason }) => assert.fail(reason))).added, 2)
  })

  async function openLimited(t: TestContext): Promise<{ database: string; store: Store }> {
    const database = await migratedDatabase()
    const before = await openStore({ database })
    await before.addUser('bob')
    await before.close()
    const name = /@\/(\w+)/.exec(database)?.[1] ?? ''
    for (const limit of [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'transaction_timeout',
    ])
      await readRaw(database, `alter database ${name} set ${limit} = '150 ms'`)
    const store = await openStore({ database })
    t.after(() => store.close())
    return { database, store }
  }

  /** For the test itself, however slow the machine is. */
  async function connectUnlimited(t: TestContext, database: string): Promise<Client> {
    const client = await connect(t, database)
    await client.query(`set statement_timeout = 0; set transaction_timeout = 0;
      set idle_in_transaction_session_timeout = 0`)
    return client
  }

  /** Resolves when the only other session is in that state, or gone, or the work has ended. */
  async function untilOther(
    client: Client,
    state: string,
    done = new Promise<unknown>(() => {}),
  ): Promise<void> {
    let isOver = false
    done.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    const sql = `select count(*) filter (where ${state})::int as there, count(*)::int as all from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
    await until(`the only other session has ${state}, or has ended`, async () => {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ there: number; all: number }>(sql)
      return isOver || rows[0]?.there === 1 || rows[0]?.all === 0
    })
  }
})

describe('a server that answers nothing', () => {
  it('is given up by every command', async (t) => {
    await using relay = await startRelay(await postgresServer())
    const name = /@\/(\w+)/.exec(await migratedDatabase())?.[1] ?? ''
    const database = relay.url(name)
    const store = await openStore({ database, timeoutMs: 1000 })
    t.after(() => store.close())
    await store.addUser('ada')
    relay.block()
    const out = /can't be reached|did not answer in time|could be had in time/
    await Promise.all([
      ...(['users', 'tokens', 'audit', 'verify', 'grants'] as const).map((list) =>
        refusedWith('unreachable', out, Array.fromAsync<unknown>(store[list]())),
      ),
      refusedWith('unreachable', out, store.addUser('bob')),
      ...[migrate, openStore].map((attempt) => refusedWith('unreachable', out, attempt({ database }))),
      refusedWith('unreachable', out, describeDatabase(database)),
    ])
  })
})
