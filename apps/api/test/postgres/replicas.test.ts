/** Replicas as settings, and what doctor says about servers that are not replicas. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { migrate } from '@plant-store/store'
import { createDatabase } from '@plant-store/test-postgres'
import { nobody } from '../command/examine.ts'
import { parseLines } from '../command/run-here.ts'
import { makePlace, type Place } from '../command/place.ts'

let place: Place
before(async () => {
  place = await makePlace({ world: false })
})
after(() => place[Symbol.asyncDispose]())

const secrets = /sEcrEt|an0ther/

async function configure(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await place.runIn(env, 'config')
  const said = `${code} ${stdout}${stderr}`
  assert.doesNotMatch(said, secrets)
  return said
}

it('replicas are shown without their passwords, with several hosts or one', async () => {
  const said = await configure({
    PLANT_STORE_DATABASE: 'postgres://ada:sEcrEt@db1,db2/plants?sslmode=disable',
    PLANT_STORE_REPLICAS: 'postgres://ada:sEcrEt@db2,db3/plants,postgres://bob:an0ther@db4/plants',
  })
  assert.match(said, /database +postgres:\/\/ada:\(hidden\)@db1,db2\/plants/)
  const both = /postgres:\/\/ada:\(hidden\)@db2,db3\/plants,postgres:\/\/bob:\(hidden\)@db4\/plants/
  assert.match(said, both)
})

it('wrong replicas are reported in a sentence', async () => {
  const postgres = { PLANT_STORE_DATABASE: 'postgres://ada@db/plants' }
  for (const [env, sentence] of [
    [
      { PLANT_STORE_REPLICAS: 'postgres://ada@db/plants' },
      /PLANT_STORE_REPLICAS needs a database of PostgreSQL/,
    ],
    [
      { ...postgres, PLANT_STORE_REPLICAS: 'postgres://ada:sEcrEt@db' },
      /must name a database behind the host/,
    ],
    [{ ...postgres, PLANT_STORE_REPLICAS: 'plants.db' }, /addresses of PostgreSQL with commas between/],
  ] as const) {
    assert.match(await configure(env), sentence)
  }
})

it('doctor names a replica that is not a standby, and one that does not answer', async () => {
  const { url } = await createDatabase()
  await migrate({ database: url })
  const replicas = `${url},postgres://ada:sEcrEt@127.0.0.1:9/plants`
  const env = { ...nobody, PLANT_STORE_DATABASE: url, PLANT_STORE_REPLICAS: replicas }
  const { stdout } = await place.runIn(env, 'doctor', '--json')
  assert.doesNotMatch(stdout, secrets)
  const said = parseLines(stdout)
    .filter(({ check }) => check === 'replica')
    .map(({ state, detail }) => `${String(state)}: ${String(detail)}`)
  assert.equal(said.length, 2)
  assert.match(said[0] ?? '', /^failed: The server of .* is no standby\. Long lists are read from/)
  assert.match(said[1] ?? '', /^failed: postgres:\/\/ada@.* can't be reached: connection refused/)
})
