/** Backups of PostgreSQL by its own programs, and restoring them. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { postgresServer } from '@plant-store/test-postgres'
import {
  type AuditEntry,
  backup,
  describeBackup,
  describeDatabase,
  migrate,
  openStore,
  restore,
} from '../../src/index.ts'
import { collect } from '../collect.ts'
import { contentOf } from '../copy/copied-world.ts'
import { refusalOf, refusedWith, sessionOf } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from '../sqlite/temporary.ts'
import { executeRaw } from './databases.ts'
import { tools, useBackupPlace } from './backup-place.ts'
import { noOwnTools } from './own-tools.ts'

describe('a backup of PostgreSQL', { skip: tools === undefined ? noOwnTools : false }, () => {
  const place = useBackupPlace()
  const { emptyDatabase, filledDatabase } = place

  it('is one file that only its owner may read, says what it holds, and never replaces another', async () => {
    const database = await filledDatabase()
    const to = temporaryPath('plants.dump')
    await backup({ database, to })
    assert.equal(statSync(to).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(dirname(to)), ['plants.dump'])
    const { madeAt, ...held } = await describeBackup(to)
    assert.deepEqual(held, await describeDatabase(database))
    assert.deepEqual(held, { plants: 4, users: 3, activeTokens: 4, version: 1 })
    assert.ok(madeAt && Math.abs(Date.now() - madeAt.getTime()) < 3_600_000)
    const written = readFileSync(to)
    await refusedWith('conflict', /There is a file .* already/, backup({ database, to }))
    assert.deepEqual(readFileSync(to), written)
  })

  it('is restored completely into an empty database', async () => {
    const database = await filledDatabase()
    const content = await contentOf(database)
    const from = temporaryPath('plants.dump')
    await backup({ database, to: from })
    const to = await emptyDatabase()
    const { keptAs } = await restore({ database: to, from })
    assert.equal(keptAs, undefined)
    const { audit, ...rest } = await contentOf(to)
    const { audit: entries, ...expected } = content
    assert.deepEqual(rest, expected)
    assert.ok(Array.isArray(audit) && Array.isArray(entries))
    assert.deepEqual(audit.slice(0, -1), entries)
    assert.partialDeepStrictEqual(audit.at(-1), { command: 'restore' })
  })

  it('replaces everything, keeps what it replaces, and continues the audit trail and the ids', async () => {
    const database = await filledDatabase()
    const from = temporaryPath('plants.dump')
    await backup({ database, to: from })
    const store = await openStore({ database })
    try {
      const { revision } = await sessionOf(store, place.secret())
      const { secret } = await store.createToken('bob', 'new')
      const lena = await store.addUser('Lena')
      await store.removePlants({ all: true })
      const heard: AuditEntry[] = []
      const { keptAs = '' } = await restore({
        database,
        from,
        audit: { actor: 'Ada', onAudit: (entry) => heard.push(entry) },
      })
      assert.match(keptAs, /plants_\d+\.replaced-\d{4}-/)
      assert.equal(dirname(keptAs), dirname(from))
      assert.equal((await collect(store.plants({ all: true }))).length, 4)
      assert.equal(await refusalOf(store, secret), 'unknown')
      assert.notEqual((await sessionOf(store, place.secret())).revision, revision)
      assert.deepEqual(heard, [(await collect(store.audit())).at(-1)])
      assert.partialDeepStrictEqual(heard[0], {
        command: 'restore',
        actor: 'Ada',
        details: { keptAs, plants: 4 },
      })
      assert.ok((await store.addUser('Otto')).id > lena.id)
      assert.deepEqual(await collect(store.verify()), [])
      // And back again.
      await restore({ database, from: keptAs })
      assert.deepEqual(await collect(store.plants({ all: true })), [])
      assert.equal(await refusalOf(store, secret), 'accepted')
    } finally {
      await store.close()
    }
  })

  it('that is truncated, without tables, or of another engine is refused, and nothing is replaced', async () => {
    const database = await filledDatabase()
    const content = await contentOf(database)
    const from = temporaryPath('plants.dump')
    await backup({ database, to: from })
    for (const cut of [statSync(from).size - 200, 2000]) {
      truncateSync(from, cut)
      await refusedWith(
        'damaged',
        /The backup .* can't be used: .*Use another one/,
        restore({ database, from }),
      )
    }
    const file = temporaryDatabase()
    await refusedWith('invalid', /is a backup of PostgreSQL/, restore({ database: file, from }))
    await refusedWith('invalid', /plant-store copy --from/, restore({ database, from: file }))
    assert.deepEqual(await contentOf(database), content)
    assert.deepEqual(readdirSync(dirname(from)), ['plants.dump'])
  })

  it('is not made of a damaged database, and leaves nothing behind', async () => {
    const database = await filledDatabase()
    await executeRaw(database, 'delete from plant_access where plant_id = 1')
    const to = temporaryPath('plants.dump')
    await refusedWith('damaged', /is damaged: plant 1 of user/, backup({ database, to }))
    assert.deepEqual(readdirSync(dirname(to)), [])
  })

  it('is refused if pg_dump is older than the server, with advice', async () => {
    const newer = await postgresServer()
    const database = newer.url('template1').replace('template1', 'newer')
    await executeRaw(newer.url('postgres'), 'create database newer')
    await migrate({ database })
    const to = temporaryPath('plants.dump')
    const sentence =
      /^The pg_dump in the PATH is of version \d+, and the server of version \d+: it needs pg_dump \d+ or newer\. .*pg_dump --format=custom --file=.*plants\.dump --dbname='postgres:/
    await refusedWith('no-tool', sentence, backup({ database, to }))
    assert.equal(existsSync(to), false)
  })
})
