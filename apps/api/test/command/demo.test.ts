/** `plant-store demo`: the sample world for newcomers. `documents.test.ts` follows the lines that it prints. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { listPlants } from '@plant-store/client'
import type { Plant } from '@plant-store/contracts'
import { type Service, startService } from '@plant-store/testkit'
import { parseLines } from './run-here.ts'
import { type Ended, main, makePlace, type Place } from './place.ts'
import { copySampleWorld } from './sample-world.ts'

const database = '.plant-store/plant-store.db'

/** Starts the demo in the directory of the place. */
function startDemo(place: Place): Promise<Service> {
  const line = 'cd "$0" && exec "$@"'
  return startService({
    command: ['/bin/sh', '-c', line, place.path, process.execPath, main, 'demo', '--json'],
  })
}

function operate(place: Place, ...argv: readonly string[]): Promise<Ended> {
  return place.run('--database', database, ...argv)
}

interface DemoUser {
  readonly user: string
  readonly plants: number
  readonly token: string
}

interface Facts {
  readonly firstRun: boolean
  readonly users: readonly DemoUser[]
}

async function readFacts(demo: Service): Promise<Facts> {
  return (await demo.waitForLog((record) => 'users' in record)) as unknown as Facts
}

async function list(baseUrl: string, { token }: DemoUser, limit?: number): Promise<readonly Plant[]> {
  const result = await listPlants({ baseUrl, token, ...(limit !== undefined && { limit }) })
  assert.equal(result.status, 200)
  return result.body
}

describe('plant-store demo', { concurrency: 3 }, () => {
  it('serves each sample user different plants, as many as it says; limit=3 gives the first three', async () => {
    await using place = await makePlace({ world: false })
    await using demo = await startDemo(place)
    const { firstRun, users } = await readFacts(demo)
    assert.equal(firstRun, true)
    const seen = Object.fromEntries(users.map(({ user, plants }) => [user, plants]))
    assert.deepEqual(seen, { Amara: 625, Jonas: 58, Ines: 76, Mei: 5, Rafael: 0 })
    for (const user of users) {
      const all = await list(demo.url, user)
      assert.equal(all.length, user.plants)
      assert.deepEqual(await list(demo.url, user, 3), all.slice(0, 3))
    }
  })

  it('keeps the data and tokens of the previous run', async () => {
    await using place = await makePlace({ world: false })
    const first = await startDemo(place)
    const { users: before } = await readFacts(first)
    assert.equal((await first.stop()).code, 0)
    assert.equal((await operate(place, 'users', 'remove', 'Rafael', '--yes')).code, 0)
    assert.equal((await operate(place, 'grants', 'add', '--user', 'Mei', '--name', 'Fig')).code, 0)
    await using second = await startDemo(place)
    const { firstRun, users } = await readFacts(second)
    assert.equal(firstRun, false)
    assert.deepEqual(
      users.map(({ user, plants }) => `${user} ${plants}`),
      ['Amara 625', 'Jonas 58', 'Ines 76', 'Mei 6'],
    )
    for (const user of before.slice(0, 4)) await list(second.url, user)
  })

  it('starts over when the data file was deleted, whatever files the previous run left beside it', async () => {
    await using place = await makePlace({ world: false })
    const first = await startDemo(place)
    await readFacts(first)
    await operate(place, 'users', 'add', 'Lena')
    await first.kill()
    await rm(join(place.path, database))
    await using second = await startDemo(place)
    assert.equal((await readFacts(second)).firstRun, true)
    assert.doesNotMatch((await operate(place, 'users', 'list')).stdout, /Lena/)
    assert.match((await operate(place, 'verify')).stdout, /No problems/)
  })

  it('ignores the settings of other databases', async () => {
    await using place = await makePlace({ world: false })
    const env = {
      DATABASE_URL: 'mysql://db.example/shop',
      PLANT_STORE_DATABASE_TIMEOUT_MS: 'never',
    }
    const ended = await place.runWith({ env, interruptAt: ['Stop with Ctrl-C', 'SIGINT'] }, 'demo')
    assert.equal(ended.code, 0, ended.stderr)
  })

  it("makes no tokens for an operator's users: it refuses every database but its own", async () => {
    await using place = await makePlace()
    const env = { PLANT_STORE_DATABASE: place.database }
    const refused = [
      await place.runWith({ env, interruptAt: ['Stop with', 'SIGINT'] }, 'demo'),
      await place.runWith({ interruptAt: ['Stop with', 'SIGINT'] }, 'demo', '--database', 'plant-store.db'),
    ]
    for (const { code, stderr } of refused) {
      assert.equal(code, 2, stderr)
      assert.match(stderr, /own.*plant-store serve.*plant-store tokens create/)
    }
    assert.equal((await place.run('tokens', 'list')).stdout, '')
    const own = await place.runWith({ interruptAt: ['Stop with', 'SIGINT'] }, 'demo', '--database', database)
    assert.equal(own.code, 0, own.stderr)
  })

  for (const [what, line, code] of [
    ['to a full disk', 'plant-store demo > /dev/full', 9],
    ['to nobody', 'plant-store demo > /dev/null', 2],
    ['to a reader that has gone', '(plant-store demo; echo "code $?" >&2) | true', 9],
  ] as const) {
    const skip = line.includes('/dev/full') && !existsSync('/dev/full') && 'there is no /dev/full here'
    it(`printed ${what} says so and ends, and none of its tokens was ever accepted`, { skip }, async () => {
      await using place = await makePlace({ world: false })
      // The database exists already, because this test is only about showing the tokens.
      await mkdir(join(place.path, dirname(database)))
      await copySampleWorld(join(place.path, database))
      const { stderr } = await place.shell(line.startsWith('(') ? line : `${line}; echo "code $?" >&2`)
      assert.match(stderr, new RegExp(`(?:None of them is active|No token was made)\\.\\W+code ${code}\n$`))
      const listed = await operate(place, 'tokens', 'list', '--json')
      const states = new Set(parseLines(listed.stdout).map(({ state }) => state))
      // A revoked token would have been accepted for a while.
      assert.deepEqual([...states], code === 9 ? ['expired'] : [])
    })
  }
})
