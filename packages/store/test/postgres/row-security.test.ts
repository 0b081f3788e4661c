/** The second safeguard: a role for the service that sees only the lists of the tokens it was shown. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { openStore, type Store } from '../../src/index.ts'
import { hashToken } from '../../src/token/format.ts'
import { addPlants, namesSeen, plantsOf, refusedWith, withStore } from '../promises/world.ts'
import { readRaw, migratedDatabase } from './databases.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const [, roleSql = ''] = /```sql service-role\n(.+?)```/s.exec(readme) ?? []

describe('a role that only reads', () => {
  const role = `service_${randomUUID().replaceAll('-', '')}`
  let owner: Store
  let service: Store
  let client: Client
  let secret: string
  let url: string

  before(async () => {
    const database = await migratedDatabase()
    await readRaw(database, roleSql.replaceAll('plant_store_service', role))
    url = database.replace('//postgres@', `//${role}@`)
    owner = await openStore({ database })
    await addPlants(owner, 'Rose', 'Oak', 'Fern')
    for (const user of ['ada', 'bob']) await owner.addUser(user)
    await owner.grant({ user: 'ada' }, { name: 'Rose' })
    await owner.grant({ user: 'bob' }, { all: true })
    secret = (await owner.createToken('ada', 'test')).secret
    await owner.createToken('bob', 'test')
    service = await openStore({ database: url, readOnly: true })
    client = new Client({ connectionString: url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await service.close()
    await owner.close()
  })

  const namesOf = async (sql: string): Promise<unknown[]> => {
    const { rows } = await client.query<{ name: string }>(sql)
    return rows.map(({ name }) => name)
  }

  it('is enough for the service: it answers, counts, and writes down when tokens were used', async () => {
    assert.deepEqual(await namesSeen(service, secret), ['Rose'])
    assert.deepEqual(await service.counts(0), { users: 2, activeTokens: 2, expiringTokens: 0 })
    assert.equal(await service.recordTokenUse(), 1)
    assert.notEqual((await Array.fromAsync(owner.tokens()))[0]?.lastUsedAt, undefined)
  })

  it('sees nothing if a query forgets whose list it is, and no token was shown', async () => {
    assert.deepEqual(await namesOf('select name from plant_access'), [])
  })

  it("sees only the token's list if a query forgets whose list it is", async () => {
    await client.query('begin')
    await client.query("select set_config('plant_store.tokens', $1, true)", [hashToken(secret)])
    assert.deepEqual(await namesOf('select name from plant_access'), ['Rose'])
    await client.query('commit')
    assert.deepEqual(await namesOf('select name from plant_access'), [])
  })

  it('can change nothing', async () => {
    for (const sql of [
      'insert into plant_access values (1, 2, $$Oak$$)',
      'update users set revision = 1',
      'update token set revoked_at = null',
      'delete from audit',
      'drop table plant',
      'create table mine (x integer)',
    ]) {
      await assert.rejects(client.query(sql), /permission denied|must be owner/, sql)
    }
    const change = withStore({ database: url }, (store) => store.addUser('eve'))
    await refusedWith('unreadable', /may not do this/, change)
  })

  it('gets the error that it may not see the lists of all users, rather than empty lists', async () => {
    for (const list of [service.plantsSeenBy('ada'), service.usersWhoSee(1), service.verify()])
      await refusedWith('unreadable', /may not see the lists of all users/, Array.fromAsync<unknown>(list))
    assert.deepEqual(await plantsOf(owner, 'ada'), [{ name: 'Rose' }])
  })
})
