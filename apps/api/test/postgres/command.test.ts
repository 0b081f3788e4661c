/** The operator's command on a database of PostgreSQL, and the addresses that it takes and shows. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { makePlace, type Place } from '../command/place.ts'

describe('plant-store on PostgreSQL', () => {
  let place: Place
  let url: string
  before(async () => {
    place = await makePlace({ world: false })
    url = (await createDatabase()).url
  })
  after(() => place[Symbol.asyncDispose]())

  it('does a day of work', async () => {
    await place.write('plants.json', '[{"name":"Rose","tag":"flower"},{"name":"Oak"}]')
    const env = { PLANT_STORE_DATABASE: url }
    for (const [argv, said] of [
      [['migrate'], /^postgres:\/\/postgres@\/test_\w+\?host=\S+ was made \(version \d+: 0001-tables/],
      [['import', 'plants', 'plants.json'], /2 added/],
      [['users', 'add', 'Amara'], /Added user "?Amara/],
      [['grants', 'add', '--user', 'Amara', '--tag', 'flower'], /Granted 1/],
      [['access', 'user', 'Amara'], /Rose/],
      [['verify'], /No problems found/],
      [['migrate'], /is at version 1\. There is nothing to do/],
    ] as const) {
      const { code, stdout, stderr } = await place.runIn(env, ...argv)
      assert.equal(code, 0, stderr)
      assert.match(stdout, said)
    }
  })

  it('takes the address from DATABASE_URL where nothing else names a database', async () => {
    const env = { DATABASE_URL: url }
    const { stdout, stderr } = await place.runWith({ env }, 'plants', 'list', '--all')
    assert.match(stdout, /Rose/, stderr)
  })
})

describe('the address of a database', () => {
  let place: Place
  before(async () => {
    place = await makePlace({ world: false })
  })
  after(() => place[Symbol.asyncDispose]())

  const ours = 'postgres://ada:sEcrEt%40wOrd@127.0.0.1:1/ours'
  const theirs = 'postgres://bob:an0ther@127.0.0.1:1/theirs'

  async function run(env: Record<string, string>, ...argv: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await place.runIn(env, ...argv)
    const said = `${code} ${stdout}${stderr}`
    assert.doesNotMatch(said, /sEcrEt|wOrd|an0ther/)
    return said
  }

  it('is shown without its password', async () => {
    const said = await run({ PLANT_STORE_DATABASE: ours }, 'config')
    assert.match(said, /^0 [^]*database +postgres:\/\/ada:\(hidden\)@127\.0\.0\.1:1\/ours +environment/)
    const json = await run({ DATABASE_URL: ours }, 'config', '--json')
    assert.match(json, /"env": ?"DATABASE_URL"/)
    for (const command of ['migrate', 'doctor', 'serve']) {
      assert.match(
        await run({}, command, '--database', ours),
        /ada@127\.0\.0\.1:1\/ours can't be reached: connection refused/,
      )
    }
  })

  it('in DATABASE_URL is passed over where a setting names another, and that is told', async () => {
    const said = await run({ PLANT_STORE_DATABASE: ours, DATABASE_URL: theirs }, 'config')
    assert.match(
      said,
      /DATABASE_URL is set too, and names another database\. PLANT_STORE_DATABASE takes precedence\./,
    )
    assert.match(said, /127\.0\.0\.1:1\/ours/)
    const flag = await run({ DATABASE_URL: theirs }, 'config', '--database', 'mine.db')
    assert.match(flag, /names another database\. --database takes precedence\./)
    assert.doesNotMatch(await run({ DATABASE_URL: ours }, 'config'), /names another/)
  })

  it('that is wrong is refused, and so is one of another kind of database', async () => {
    assert.match(
      await run({ PLANT_STORE_DATABASE: `${ours}?pool=3` }, 'migrate'),
      /^3 PLANT_STORE_DATABASE must be a path or an address of PostgreSQL\. The address .* parameter "pool"/,
    )
    assert.match(
      await run({ DATABASE_URL: 'mysql://bob:an0ther@host/theirs' }, 'migrate'),
      /^3 DATABASE_URL must be an address such as postgres:.*set PLANT_STORE_DATABASE/,
    )
    assert.match(
      await run({}, 'migrate', '--database', 'postgers://ada:sEcrEt@host/ours'),
      /^3 --database must be a path, or an address of PostgreSQL in the form postgres:/,
    )
    assert.match(
      await run({}, 'migrate', '--database', 'postgres://ada:sEcrEt@wOrd@host:x/ours'),
      /^3 --database must be a path or an address of PostgreSQL\. The address of the database is no URL/,
    )
  })
})
