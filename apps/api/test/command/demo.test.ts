/** `plant-store demo`: the sample world for whoever has just arrived. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type Service, startService } from '@plant-store/testkit'
import { main, makePlace, type Place } from './place.ts'

function startDemo(place: Place): Promise<Service> {
  const command = [process.execPath, main, 'demo', '--json'] as const
  return startService({ command, settings: { database: place.database } })
}

interface Visitor {
  readonly user: string
  readonly plants: number
  readonly token: string
}

interface Facts {
  readonly firstRun: boolean
  readonly visitors: readonly Visitor[]
}

async function readFacts(demo: Service): Promise<Facts> {
  return (await demo.waitForLog((record) => 'visitors' in record)) as unknown as Facts
}

async function list(url: string, { token }: Visitor, query = ''): Promise<readonly { name: string }[]> {
  const response = await fetch(`${url}/plants${query}`, { headers: { Authorization: `Bearer ${token}` } })
  assert.equal(response.status, 200)
  return (await response.json()) as readonly { name: string }[]
}

describe('plant-store demo', { concurrency: 3 }, () => {
  it('serves each sample user other plants, as many as it says; limit=3 gives the first three', async () => {
    await using place = await makePlace({ world: false })
    await using demo = await startDemo(place)
    const { firstRun, visitors } = await readFacts(demo)
    assert.equal(firstRun, true)
    const seen = Object.fromEntries(visitors.map(({ user, plants }) => [user, plants]))
    assert.deepEqual(seen, { Amara: 625, Jonas: 58, Ines: 76, Mei: 5, Rafael: 0 })
    for (const visitor of visitors) {
      const all = await list(demo.url, visitor)
      assert.equal(all.length, visitor.plants)
      assert.deepEqual(await list(demo.url, visitor, '?limit=3'), all.slice(0, 3))
    }
  })

  it('keeps the data on the next run, and the tokens of the run before', async () => {
    await using place = await makePlace({ world: false })
    const first = await startDemo(place)
    const { visitors: before } = await readFacts(first)
    assert.equal((await first.stop()).code, 0)
    assert.equal((await place.run('users', 'remove', 'Rafael')).code, 0)
    assert.equal((await place.run('grants', 'add', '--user', 'Mei', '--name', 'Fig')).code, 0)
    await using second = await startDemo(place)
    const { firstRun, visitors } = await readFacts(second)
    assert.equal(firstRun, false)
    assert.deepEqual(
      visitors.map(({ user, plants }) => `${user} ${plants}`),
      ['Amara 625', 'Jonas 58', 'Ines 76', 'Mei 6'],
    )
    for (const visitor of before.slice(0, 4)) await list(second.url, visitor)
  })

  it('starts afresh when the data file was removed, whatever the run before left beside it', async () => {
    await using place = await makePlace({ world: false })
    const first = await startDemo(place)
    await readFacts(first)
    await place.run('users', 'add', 'Lena')
    await first.kill()
    await rm(place.database)
    await using second = await startDemo(place)
    assert.equal((await readFacts(second)).firstRun, true)
    assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
    assert.match((await place.run('verify')).stdout, /whole/)
  })

  it('prints curl lines that work, and how to stop', async () => {
    await using place = await makePlace({ world: false })
    const ended = await place.runWith(
      { interruptAt: ['Stop with Ctrl-C', 'SIGINT'] },
      'demo',
      '--database',
      'new/folder/demo.db',
    )
    assert.equal(ended.code, 0, ended.stderr)
    const lines = ended.stdout.split('\n')
    const amara = lines.indexOf('Amara sees 625 plants')
    assert.match(
      lines[amara + 1] ?? '',
      /^ {2}curl -H "Authorization: Bearer pst_\w+" "http:\/\/127\.0\.0\.1:\d+\/plants\?limit=3"$/,
    )
    assert.match(ended.stdout, /Ines sees 76 plants, member of herbarium and kitchen/)
    assert.match(ended.stdout, /Rafael sees nothing yet/)
    assert.match(ended.stdout, /For the operator: http:\/\/127\.0\.0\.1:\d+\/readyz/)
  })

  it('ends when nobody reads the tokens that it prints', async () => {
    await using place = await makePlace({ world: false })
    const { stderr } = await place.shell('(plant-store demo; echo "code $?" >&2) | true', {
      env: { PLANT_STORE_DATABASE: place.database },
    })
    assert.equal(stderr, 'code 0\n')
  })
})
