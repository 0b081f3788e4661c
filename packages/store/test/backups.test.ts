/** A backup of either engine is whole, private and verified; a restore brings it back while others read. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, it } from 'node:test'
import {
  type AuditEntry,
  backup,
  describeBackup,
  describeDatabase,
  migrate,
  openStore,
  restore,
} from '../src/index.ts'
import { contentOf, makeWorld, type OpenedWorld, openWorld } from './full-world.ts'
import { emptyDatabase, type Engine, engines, execute } from './databases.ts'
import { addPlants, namesSeen, refusalOf, refusedWith, sessionOf } from './promises/world.ts'
import { temporaryPath } from './sqlite/temporary.ts'

/** The files of which some keep what was replaced. */
const filesBeside = ({ database, file }: OpenedWorld, engine: Engine): string[] =>
  readdirSync(dirname(engine === 'SQLite' ? database : file)).filter((name) => !/-(?:wal|shm)$/.test(name))

for (const engine of engines) {
  describe(`a backup of ${engine}`, () => {
    it('is one file that only its owner may read, says what it holds, and never replaces another', async (t) => {
      const { database, secret, file } = await openWorld(t, engine)
      const before = Date.now()
      await backup({ database, to: file })
      assert.equal((statSync(file).mode & 0o777).toString(8), '600')
      assert.deepEqual(readdirSync(dirname(file)), ['backup.db'])
      const { madeAt, ...held } = await describeBackup(file)
      const { version } = await migrate({ database })
      assert.deepEqual(held, { plants: 4, users: 3, activeTokens: 4, version })
      assert.deepEqual(held, await describeDatabase(database))
      assert.ok(madeAt !== undefined && +madeAt >= before && +madeAt <= Date.now())
      assert.deepEqual(await contentOf(file), await contentOf(database))
      const copy = await openStore({ database: file, readOnly: true })
      assert.equal((await namesSeen(copy, secret)).length, 4)
      await copy.close()
      const written = readFileSync(file)
      await refusedWith('conflict', /There is a file .*backup\.db already/, backup({ database, to: file }))
      assert.deepEqual(readFileSync(file), written)
    })

    it('is refused if the database is not sound, and so is a restore that could not keep it', async (t) => {
      const backed = await openWorld(t, engine)
      const { database, store, file } = backed
      await backup({ database, to: file })
      await execute(database, 'delete from plant_access where plant_id = 1')
      const [files, other] = [filesBeside(backed, engine), temporaryPath('other.db')]
      const sentence = /is damaged: plant 1 of user \d is granted, but missing from the access table/
      await refusedWith('damaged', sentence, backup({ database, to: other }))
      const kept = /missing from the access table.*no copy of it can be kept.*move it away/
      await refusedWith('damaged', kept, restore({ database, from: file }))
      assert.deepEqual([readdirSync(dirname(other)), filesBeside(backed, engine)], [[], files])
      assert.notDeepEqual(await Array.fromAsync(store.verify()), [])
    })
  })

  describe(`a restore over ${engine}`, () => {
    for (const source of engines) {
      it(`of a backup of ${source} brings back all of it, with its audit trail, in an empty database`, async (t) => {
        const { database, file } = await openWorld(t, source)
        await backup({ database, to: file })
        const { audit: entries, ...content } = await contentOf(database)
        const missing = engine === 'SQLite' ? [temporaryPath()] : []
        for (const to of [await emptyDatabase(engine), ...missing]) {
          await restore({ database: to, from: file })
          const { audit: trail, ...all } = await contentOf(to)
          assert.deepEqual(all, content)
          assert.ok(Array.isArray(entries) && Array.isArray(trail))
          assert.deepEqual(trail.slice(0, -1), entries)
          assert.partialDeepStrictEqual(trail.at(-1), { command: 'restore' })
        }
      })
    }

    it('replaces everything in every open store, keeps what it replaces, and continues the audit trail and the ids', async (t) => {
      const { database, store, secret, file } = await openWorld(t, engine)
      const { revision } = await sessionOf(store, secret)
      await backup({ database, to: file })
      const before = await Array.fromAsync(store.audit())
      const list = await sessionOf(store, secret)
      const page = await list.firstPage(2)
      const { secret: since } = await store.createToken('bob', 'since')
      const lena = await store.addUser('Lena')
      await store.removePlants({ name: '🌱, \\N {1}' })
      const told: AuditEntry[] = []
      const audit = { actor: 'Ada', onAudit: (entry: AuditEntry) => told.push(entry) }
      const { keptAs = '' } = await restore({ database, from: file, audit })
      assert.match(basename(keptAs), /^(?:plants\.db|test_\w+)\.replaced-\d{4}-\d\d-\d\dT[\d.-]+Z$/)
      assert.equal(dirname(keptAs), dirname(engine === 'SQLite' ? database : file))
      await assert.rejects(list.nextPage(page, 2), { name: 'SessionEndedError', reason: 'list changed' })
      assert.equal((await namesSeen(store, secret)).length, 4)
      assert.equal(await refusalOf(store, since), 'unknown')
      const trail = await Array.fromAsync(store.audit())
      assert.deepEqual(
        trail.slice(before.length).map(({ command, actor }) => `${command} ${actor}`),
        ['tokens create', 'users add', 'plants remove']
          .map((each) => `${each} undefined`)
          .concat('restore Ada'),
      )
      assert.deepEqual(told, [trail.at(-1)])
      assert.equal(told[0]?.summary, `Restored the backup ${JSON.stringify(file)} with 4 plants and 3 users.`)
      assert.partialDeepStrictEqual(told[0]?.details, { from: file, plants: 4, users: 3, keptAs })
      assert.ok((await store.addUser('Otto')).id > lena.id)
      const revisions = [revision, (await sessionOf(store, secret)).revision]
      assert.deepEqual(await Array.fromAsync(store.verify()), [])
      // And back again.
      await restore({ database, from: keptAs })
      assert.equal((await namesSeen(store, secret)).length, 3)
      assert.equal(await refusalOf(store, since), 'accepted')
      revisions.push((await sessionOf(store, secret)).revision)
      assert.equal(new Set(revisions).size, 3)
    })

    it('never assigns an id again that was assigned before the backup', async (t) => {
      const { database, store, file } = await openWorld(t, engine)
      await addPlants(store, 'last')
      const [last] = await Array.fromAsync(store.plants({ name: 'last' }))
      await store.removePlants({ name: 'last' })
      await backup({ database, to: file })
      const to = await emptyDatabase(engine)
      await restore({ database: to, from: file })
      const restored = await openStore({ database: to })
      assert.equal((await restored.addPlant({ name: 'next' })).id, (last?.id ?? 0) + 1)
      await restored.close()
    })

    it('restores who was disabled, and does not forget that a token was used since', async (t) => {
      const { database, store, secret, file } = await openWorld(t, engine)
      await backup({ database, to: file })
      await store.openSession(secret)
      await store.recordTokenUse()
      const used = await Array.fromAsync(store.tokens())
      await store.disableUser('bob')
      await store.createToken('bob', 'since')
      await restore({ database, from: file })
      assert.deepEqual(await Array.fromAsync(store.tokens()), used)
      await store.disableUser('bob')
      const another = temporaryPath('another.db')
      await backup({ database, to: another })
      await restore({ database, from: another })
      assert.equal(await refusalOf(store, secret), 'user disabled')
    })

    it('that fails is not recorded, keeps nothing and leaves nothing behind', async (t) => {
      const backed = await openWorld(t, engine)
      const { database, store, file } = backed
      await backup({ database, to: file })
      const trigger = 'create trigger refuse before delete on plant'
      await execute(
        database,
        engine === 'SQLite'
          ? `${trigger} begin select raise(abort, 'no'); end`
          : `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
             ${trigger} for each row execute function refuse()`,
      )
      const [before, files] = [await Array.fromAsync(store.audit()), filesBeside(backed, engine)]
      const told: AuditEntry[] = []
      const attempt = restore({ database, from: file, audit: { onAudit: (entry) => told.push(entry) } })
      await refusedWith('damaged', /refused the change: no\. Nothing was changed/, attempt)
      assert.deepEqual([told, await Array.fromAsync(store.audit())], [[], before])
      assert.deepEqual(filesBeside(backed, engine), files)
    })
  })
}

describe('a backup of PostgreSQL', () => {
  it('is made even if transactions are read-only by default', async () => {
    const { database } = await makeWorld('PostgreSQL')
    const name = /@\/(\w+)/.exec(database)?.[1] ?? ''
    await execute(database, `alter database ${name} set default_transaction_read_only = on`)
    await backup({ database, to: temporaryPath('backup.db') })
  })

  it('of what was replaced is kept, and named, if nobody can know whether it was', async (t) => {
    const { database, file } = await openWorld(t, 'PostgreSQL')
    await backup({ database, to: file })
    // The connection is lost during the commit.
    await execute(
      database,
      `create function leave() returns trigger language plpgsql as
         $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create constraint trigger leave after insert on audit deferrable initially deferred
         for each row execute function leave()`,
    )
    const sentence = /look whether it was made\. What the database held before is in .*\.replaced-[^ ]*\.$/
    await refusedWith('unreachable', sentence, restore({ database, from: file }))
    assert.equal(readdirSync(dirname(file)).length, 2)
  })
})
