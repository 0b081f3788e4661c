/** What a store promises about the audit trail. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import type { AuditEntry, Store } from '../../src/index.ts'
import { changes, prepare } from './every-change.ts'
import { addPlants, importText, type Promises, refusedWith } from './world.ts'

const entriesOf = (store: Store): Promise<AuditEntry[]> => Array.fromAsync(store.audit())

export const auditPromises: Promises = {
  'every method that changes something adds one entry': async (world) => {
    const { store } = world
    await prepare(store)
    for (const [name, { before: prepareFor, run, command }] of Object.entries(changes)) {
      await prepareFor?.(world)
      const before = await entriesOf(store)
      await run(store)
      const added = (await entriesOf(store)).filter(({ id }) => !before.some((entry) => entry.id === id))
      assert.deepEqual(
        added.map((entry) => entry.command),
        [command],
        name,
      )
      assert.match(added[0]?.summary ?? '', /^[A-Z].*\.$/, name)
    }
  },
  'an entry says who did what, when and by which command, in words and for programs': async ({
    store,
    clock,
    open,
  }) => {
    const told: AuditEntry[] = []
    const other = await open({ actor: 'Ada at the desk', onAudit: (entry) => told.push(entry) })
    await other.addUser('bob')
    await addPlants(store, 'Rose:flower', 'Oak')
    await other.grant({ user: 'bob' }, { name: ['Rose', 'Oak'] })
    const at = new Date(clock.now)
    const entries = await entriesOf(store)
    assert.deepEqual(entries.at(-1), {
      id: 3,
      at,
      command: 'grants add',
      osUser: userInfo().username,
      actor: 'Ada at the desk',
      summary: 'Granted 2 plants to user "bob".',
      details: { user: 'bob', plants: { name: ['Rose', 'Oak'] }, matched: 2, changed: 2 },
    })
    assert.equal(entries[1]?.summary, 'Imported 2 records: 2 added, 0 updated.')
    assert.deepEqual(told, [entries[0], entries[2]])
  },
  'a call that changes nothing, is refused or is rolled back adds no entry': async ({ store, open }) => {
    await store.addUser('ada')
    await store.addGroup('garden')
    await store.addMember('garden', 'ada')
    await addPlants(store, 'Rose')
    await store.grant({ user: 'ada' }, { all: true })
    const { token } = await store.createToken('ada', 'laptop')
    await store.revokeToken(token.id)
    const told: AuditEntry[] = []
    const other = await open({ onAudit: (entry) => told.push(entry) })
    const before = await entriesOf(store)
    await other.addMember('garden', 'ada')
    await other.removeMember('garden', 'ada').then(() => other.addMember('garden', 'ada'))
    assert.equal(told.length, 2)
    await other.grant({ user: 'ada' }, { all: true })
    await other.revoke({ group: 'garden' }, { all: true })
    await other.removePlants({ name: 'Oak' })
    await other.setPlant({ id: 1 }, { name: 'Rose' })
    await other.enableUser('ada')
    await other.revokeToken(token.id)
    await other.purgeTokens(new Date(0))
    await other.purgeAudit(new Date(0))
    await other.rebuildAccess()
    await importText(other, 'importPlants', '{"name":"Rose"}')
    await importText(other, 'importPlants', '{"name":"Fern"}\n{"name":""}')
    await refusedWith('conflict', /already/, other.addUser('ada'))
    await assert.rejects(other.createToken('nobody', 'laptop'))
    assert.equal(told.length, 2)
    assert.equal((await entriesOf(store)).length, before.length + 2)
  },
  'a token gets an entry when it is made, and another when its secret is delivered': async ({ store }) => {
    await store.addUser('ada')
    const lost = store.createToken('ada', 'lost', undefined, () =>
      Promise.reject(new Error('the pipe is closed')),
    )
    await assert.rejects(lost)
    const made = await store.createToken('ada', 'laptop', undefined, () => Promise.resolve())
    await store.rotateToken(made.token.id, 0, () => Promise.resolve())
    assert.deepEqual(
      (await entriesOf(store)).slice(1).map(({ command, summary }) => `${command}: ${summary}`),
      [
        'tokens create: Created token 1 ("lost") of user "ada"; it is not active before its secret is delivered.',
        'tokens create: Created token 2 ("laptop") of user "ada"; it is not active before its secret is delivered.',
        'tokens create: Delivered the secret of token 2 ("laptop") of user "ada".',
        'tokens rotate: Created token 3 ("laptop") of user "ada", which replaces token 2; it is not active before its secret is delivered.',
        'tokens rotate: Delivered the secret of token 3 ("laptop") of user "ada".',
      ],
    )
  },
  'no entry contains a secret, and of a long list only its beginning': async ({ store, open }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const other = await open({ actor: secret })
    await other.addUser(`about ${secret}`)
    await addPlants(other, ...Array.from({ length: 30 }, (_, index) => `plant ${index}`))
    const names = Array.from({ length: 30 }, (_, index) => `plant ${index}`)
    await other.removePlants({ name: [...names.slice(1), secret] })
    const entries = await entriesOf(store)
    assert.ok(!JSON.stringify(entries).includes(secret.slice(12)))
    const { plants, changed } = entries.at(-1)?.details ?? {}
    assert.equal(changed, 29)
    assert.deepEqual(plants, { name: [...names.slice(1, 21), 'and 10 more'] })
  },
  'entries are listed from a time on, and purged up to a time; the purge is an entry, too': async ({
    store,
    clock,
  }) => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await store.addUser(name)
      clock.now += 1000
    }
    const since = new Date(clock.now - 2000)
    const summaries = async (filter: { since?: Date; limit?: number }): Promise<string[]> =>
      (await Array.fromAsync(store.audit(filter))).map(({ summary }) => summary)
    assert.deepEqual(await summaries({ since }), ['Added user "c".', 'Added user "d".'])
    assert.deepEqual(await summaries({ since, limit: 1 }), ['Added user "c".'])
    assert.equal(await store.purgeAudit(since), 2)
    assert.deepEqual(await summaries({}), [
      'Added user "c".',
      'Added user "d".',
      `Purged entries of the audit trail from before ${since.toISOString()}: 2.`,
    ])
  },
}
