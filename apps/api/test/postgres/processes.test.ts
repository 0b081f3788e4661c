/** Several processes over one database: every change is in the next answer of each of them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { migrate, openStore, type Store } from '@plant-store/store'
import { createDatabase } from '@plant-store/test-postgres'
import { patienceMs, type Service, startService } from '@plant-store/testkit'

describe('three processes over one database, asked in turn', () => {
  let store: Store
  let services: Service[]
  let turn = 0
  let secret: string
  let tokenId: number

  before(async () => {
    const { url } = await createDatabase()
    await migrate({ database: url })
    store = await openStore({ database: url })
    await store.addUser('ada')
    await store.addGroup('garden')
    const made = await store.createToken('ada', 'test')
    secret = made.secret
    tokenId = made.token.id
    for (const name of ['Rose', 'Oak', 'Fern']) await store.addPlant({ name })
    const settings = { database: url, databaseTimeoutMs: patienceMs }
    services = await Promise.all([1, 2, 3].map(() => startService({ settings })))
    // From here on all services have the list in memory.
    for (const service of services) assert.equal(await ask(service), '200 []')
  })
  after(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await store.close()
  })

  async function ask({ url }: Service, token = secret): Promise<string> {
    const response = await fetch(`${url}/plants?limit=20`, { headers: { Authorization: `Bearer ${token}` } })
    return `${response.status} ${response.status === 200 ? await response.text() : ''}`
  }

  /** The answer of all processes, first of the one whose turn it is, right after a change; then of the others. */
  async function answers(): Promise<string> {
    turn += 1
    const inTurn = [...services.slice(turn % 3), ...services.slice(0, turn % 3)]
    const all: string[] = []
    for (const service of inTurn) all.push(await ask(service))
    assert.equal(new Set(all).size, 1, all.join('\n'))
    return all[0] ?? ''
  }

  const changes: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['a grant', () => store.grant({ user: 'ada' }, { name: 'Rose' }), '200 [{"name":"Rose"}]'],
    ['a grant to a group', () => store.grant({ group: 'garden' }, { name: 'Oak' }), '200 [{"name":"Rose"}]'],
    ['a membership', () => store.addMember('garden', 'ada'), '200 [{"name":"Rose"},{"name":"Oak"}]'],
    ['a renaming', () => store.setPlant({ id: 1 }, { name: 'Elm' }), '200 [{"name":"Elm"},{"name":"Oak"}]'],
    ['a revocation', () => store.revoke({ user: 'ada' }, { all: true }), '200 [{"name":"Oak"}]'],
    ['the end of a membership', () => store.removeMember('garden', 'ada'), '200 []'],
    ['a disabling', () => store.disableUser('ada'), '401 '],
    ['an enabling', () => store.enableUser('ada'), '200 []'],
    ['the end of the token', () => store.revokeToken(tokenId), '401 '],
  ]
  for (const [what, change, expected] of changes) {
    test(`${what} is in the next answer of each`, async () => {
      await change()
      assert.equal(await answers(), expected)
    })
  }
})
