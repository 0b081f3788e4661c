/** Servers that refuse, limit or end requests: what a person is told, and that no connection remains. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createDatabase } from '@plant-store/test-postgres'
import { migrate, openStore } from '../../src/index.ts'
import { query } from '../../src/admin/sql.ts'
import { openDatabase } from '../../src/postgres/open-database.ts'
import { refusedWith, withStore } from '../promises/world.ts'
import { readRaw, migratedDatabase } from './databases.ts'

describe('a server', () => {
  it('that asks for a missing password says where to give it', async (t) => {
    // It offers a mechanism, and continues with it; the driver needs a password to go on.
    const { port, left } = await answerWith(
      t,
      'R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0',
      'R\0\0\0\x08\0\0\0\x0b',
    )
    const sentence = /asks for a password, and none was given\. .*PGPASSWORD/
    const database = `postgres://ada@127.0.0.1:${port}/plants`
    await refusedWith('unreadable', sentence, openStore({ database }))
    // The server still waits for the password: a connection that stays open would keep a command from ending.
    await left
  })

  it('that is not PostgreSQL is reported in a message', async (t) => {
    const { port, left } = await answerWith(t, 'SSH-2.0-OpenSSH_9.2\r\n')
    const database = `postgres://ada@127.0.0.1:${port}/plants?sslmode=require`
    await refusedWith('unreachable', /doesn't speak PostgreSQL's protocol/, openStore({ database }))
    await left
  })

  it('says which setting prevents the request', async () => {
    const { name, url: database } = await createDatabase()
    await migrate({ database })
    const { url: elsewhere } = await createDatabase()
    const set = (setting: string): Promise<unknown> => readRaw(elsewhere, `alter database ${name} ${setting}`)
    const attempt = (): Promise<unknown> => withStore({ database }, (store) => store.addUser('ada'))
    await set('set default_transaction_read_only = on')
    await refusedWith('unreadable', /can't be written to .*default_transaction_read_only/, attempt())
    await set('reset default_transaction_read_only')
    await set('allow_connections false')
    await refusedWith('unreadable', /refuses to open .*not currently accepting connections/, attempt())
  })

  it('that ends a transaction is reported with its reason', async () => {
    const database = openDatabase({ database: await migratedDatabase() })
    try {
      const ends = database.transaction('write', async (tx) => {
        const [pid = 0] = (await tx.row(query<[number]>('select pg_backend_pid()'))) ?? []
        await database.rows('select pg_terminate_backend($1, 60000)', pid)
        // What the server said at the end has come; a statement sent before it is read would fail without it.
        await setImmediate()
        await setImmediate()
        await tx.row('select 1')
      })
      await refusedWith('unreachable', /is starting or stopping/, ends)
      const slow = database.transaction('write', async (tx) => {
        await tx.script('set local statement_timeout = 1')
        await tx.row('select pg_sleep(60)')
      })
      await refusedWith('unreachable', /did not answer in time: .*statement timeout/, slow)
    } finally {
      await database.close()
    }
  })
})

/** Listens like a server that gives one of these responses per message, and never hangs up; `left`: the client did. */
async function answerWith(
  t: TestContext,
  ...responses: readonly string[]
): Promise<{ readonly port: number; readonly left: Promise<unknown> }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const left = Promise.withResolvers<void>()
  server.once('connection', (socket) => {
    t.after(() => socket.destroy())
    const due = [...responses]
    socket.on('error', () => {}).on('data', () => socket.write(due.shift() ?? '', 'latin1'))
    socket.once('end', left.resolve)
  })
  t.after(() => server.close())
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, left: left.promise }
}
