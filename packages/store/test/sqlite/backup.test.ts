/** A backup is whole, consistent and private, and says what it holds. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { backup, describeBackup, describeDatabase, openStore } from '../../src/index.ts'
import { listMigrations } from '../../src/sqlite/migrations.ts'
import { collect } from '../collect.ts'
import { namesSeen, refusedWith } from '../promises/world.ts'
import { itWithStore } from './it-with-store.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryPath } from './temporary.ts'

describe('a backup', () => {
  itWithStore(
    'is one file that only its owner may read, and is itself a database',
    async ({ database, secret, file }) => {
      await backup({ database, to: file })
      assert.deepEqual(readdirSync(dirname(file)), ['backup.db'])
      assert.equal((statSync(file).mode & 0o777).toString(8), '600')
      const copy = await openStore({ database: file, readOnly: true })
      assert.deepEqual(await collect(copy.verify()), [])
      assert.deepEqual(await namesSeen(copy, secret), ['Rose', 'Oak'])
      await copy.close()
    },
  )

  itWithStore('does not replace a file', async ({ database, file }) => {
    writeFileSync(file, 'precious')
    await refusedWith('conflict', /There is a file .*backup\.db already/, backup({ database, to: file }))
    assert.equal(readFileSync(file, 'utf8'), 'precious')
  })

  itWithStore('says so if it cannot be written, and leaves nothing behind', async ({ database, file }) => {
    await refusedWith(
      'unreadable',
      /no such directory/,
      backup({ database, to: join(dirname(file), 'nowhere', 'backup.db') }),
    )
    await refusedWith('unreadable', /not a directory/, backup({ database, to: join(database, 'backup.db') }))
    assert.deepEqual(readdirSync(dirname(file)), [])
  })

  itWithStore('is refused if the database is not sound', async ({ database, file }) => {
    executeRaw(database, 'delete from plant_access where plant_id = 1')
    await refusedWith(
      'damaged',
      /is damaged: plant 1 of user 1 is granted, but missing/,
      backup({ database, to: file }),
    )
    assert.deepEqual(readdirSync(dirname(file)), [])
  })

  itWithStore('says what it holds and when it was made', async ({ database, store, file }) => {
    const { token } = await store.createToken('ada', 'expired')
    // Replaced without overlap, it expires at once; its successor is revoked.
    const successor = await store.rotateToken(token.id, 0)
    await store.revokeToken(successor.token.id)
    const before = Date.now()
    await backup({ database, to: file })
    const { madeAt, ...content } = await describeBackup(file)
    assert.deepEqual(content, { plants: 2, users: 1, activeTokens: 1, version: listMigrations().length })
    assert.ok(madeAt !== undefined && +madeAt >= before && +madeAt <= Date.now())
    assert.deepEqual(await describeDatabase(database), content)
  })
})

describe('a finished file', () => {
  for (const [kind, options] of [
    ['with', []],
    ['without', ['--import', new URL('processes/no-hard-links.ts', import.meta.url).href]],
  ] as const) {
    it(`never replaces one that appeared meanwhile, on a file system ${kind} hard links`, () => {
      const finished = temporaryPath('finished')
      const directory = dirname(finished)
      const publish = (name: string): unknown => {
        writeFileSync(finished, 'new')
        const program = new URL('processes/publish.ts', import.meta.url).pathname
        return execFileSync(process.execPath, [
          ...options,
          program,
          finished,
          join(directory, name),
        ]).toString()
      }
      writeFileSync(join(directory, 'taken'), 'precious')
      assert.equal(publish('taken'), 'conflict')
      assert.equal(readFileSync(join(directory, 'taken'), 'utf8'), 'precious')
      assert.equal(publish('free'), 'published')
      assert.equal(readFileSync(join(directory, 'free'), 'utf8'), 'new')
    })
  }
})

describe('the description of a database', () => {
  itWithStore('is undefined if there is none, or an empty file', async ({ file }) => {
    assert.equal(await describeDatabase(temporaryPath()), undefined)
    writeFileSync(file, '')
    assert.equal(await describeDatabase(file), undefined)
  })
})
