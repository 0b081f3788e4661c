/** The errors that a person sees when a PostgreSQL database can't be reached or used. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createDatabase, postgresServer, startRelay } from '@plant-store/test-postgres'
import { migrate, openStore } from '../../src/index.ts'
import { openDatabase } from '../../src/postgres/open-database.ts'
import { createSecret } from '../../src/token/format.ts'
import { refusedWith } from '../promises/world.ts'
import { connect, readRaw, migratedDatabase } from './databases.ts'

describe('migrate', () => {
  it('reports a database without every character, or without a schema, and changes nothing there', async () => {
    const { name, url } = await createDatabase()
    const poor = url.replace(name, `${name}_poor`)
    await readRaw(
      url,
      `create database ${name}_poor encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    await refusedWith('unreadable', /is encoded in LATIN1.*encoding 'UTF8'/, migrate({ database: poor }))
    await readRaw(url, 'drop schema public')
    await refusedWith('unreadable', /no schema for tables/, migrate({ database: url }))
    assert.deepEqual(await readRaw(poor, "select 1 from pg_class where relname = 'migration'"), [])
  })

  it('reports a role that may not create tables, before anything is done, or read them', async () => {
    const role = `guest_${randomUUID().replaceAll('-', '')}`
    const { url } = await createDatabase()
    await readRaw(url, `create role ${role} login`)
    const database = url.replace('//postgres@', `//${role}@`)
    for (const dryRun of [true, false]) {
      const sentence = /The role guest_\w+ may not make tables in the schema public of .*grant it create/
      await refusedWith('unreadable', sentence, migrate({ database, dryRun }))
    }
    await migrate({ database: url })
    const wanting =
      /^The role in the address may not do this with .*: permission denied for table migration\. Use the role that owns the tables\.$/
    await refusedWith('unreadable', wanting, openStore({ database }))
  })
})

describe('a server', () => {
  it('that does not exist is reported in a message', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    const port = typeof address === 'object' ? address?.port : 0
    probe.close()
    await once(probe, 'close')
    for (const [database, sentence] of [
      [
        `postgres://ada:secret@127.0.0.1:${port}/plants`,
        /ada@127\.0\.0\.1:\d+\/plants can't be reached: connection refused/,
      ],
      ['postgres:///plants?host=/nowhere', /can't be reached: there is no such socket/],
    ] as const) {
      await refusedWith('unreachable', sentence, openStore({ database }))
      await refusedWith('unreachable', sentence, migrate({ database }))
    }
  })

  it('without the given database or user reports which is missing', async () => {
    const url = (await postgresServer()).url('nowhere')
    await refusedWith('missing', /There is no database .*nowhere/, openStore({ database: url }))
    const stranger = url.replace('//postgres@', '//stranger@')
    await refusedWith('unreadable', /refuses to open .*"stranger"/, openStore({ database: stranger }))
  })

  it('is not called damaged if a table or column is not found: verify says what is missing', async () => {
    const database = await migratedDatabase()
    const store = await openStore({ database })
    for (const change of ['alter table token rename column hash to h', 'drop table token, plant_access']) {
      await readRaw(database, change)
      const sentence = /lacks a table or column .*search_path.* does not exist; run verify/
      await refusedWith('damaged', sentence, store.openSession(createSecret()))
      assert.ok((await Array.fromAsync(store.verify())).some(({ what }) => what === 'schema'))
    }
    await store.close()
  })

  it('is not searched for again after a pause', async (t) => {
    const { url } = await createDatabase()
    const database = openDatabase({ database: `${url},${encodeURIComponent('/nowhere')}` })
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const before = await database.row('select pg_backend_pid()')
    t.mock.timers.tick(3_600_000)
    assert.deepEqual(await database.row('select pg_backend_pid()'), before)
    await database.close()
  })

  it('without free connections says so', async () => {
    const role = `crowd_${randomUUID().replaceAll('-', '')}`
    const database = await migratedDatabase()
    await readRaw(database, `create role ${role} login connection limit 0`)
    const url = database.replace('//postgres@', `//${role}@`)
    await refusedWith('unreachable', /has no connection left/, openStore({ database: url }))
  })

  it('that does not encrypt is not used if it should', async () => {
    const encrypted = `${(await postgresServer()).url('postgres')}&sslmode=verify-full`
    await refusedWith(
      'unreadable',
      /does not encrypt connections.*sslmode=disable/,
      openStore({ database: encrypted }),
    )
  })

  it('that is lost while in use is reported, and found again', async () => {
    await using relay = await startRelay(await postgresServer())
    const name = /@\/(\w+)/.exec(await migratedDatabase())?.[1] ?? ''
    const store = await openStore({ database: relay.url(name) })
    try {
      await store.addUser('ada')
      await relay.cut()
      await refusedWith('unreachable', /can't be reached/, store.addUser('bob'))
      await refusedWith('unreachable', /can't be reached/, store.openSession(createSecret()))
      await refusedWith('unreachable', /can't be reached/, store.ping())
      await relay.mend()
      assert.deepEqual(
        (await Array.fromAsync(store.users())).map((user) => user.name),
        ['ada'],
      )
    } finally {
      await store.close()
    }
  })
})

describe('two processes that change a database', () => {
  it('wait for each other, and no longer than five seconds', async (t) => {
    const database = await migratedDatabase()
    const client = await connect(t, database)
    await client.query('select pg_advisory_lock($1)', [0x50_4c_4e_54])
    const store = await openStore({ database })
    t.after(() => store.close())
    await refusedWith('busy', /Another process is changing/, store.addUser('ada'))
    assert.deepEqual(await readRaw(database, 'select * from users'), [])
  })
})
