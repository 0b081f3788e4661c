/** A database made by the code of the third version keeps everything when it is brought forward. */
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { migrate, openStore } from '../../src/index.ts'
import { listMigrations } from '../../src/sqlite/migrations.ts'
import { collect } from '../collect.ts'
import { refusedWith } from '../promises/world.ts'
import { temporaryPath } from './temporary.ts'
import { type Content, readContent } from './version-3/content.ts'

const names = listMigrations().map(({ name }) => name)

describe('a database of the third version', () => {
  it('is brought forward with every list, token, user, group and grant, and every revision', async () => {
    const database = temporaryPath()
    copyFileSync(new URL('version-3/database.db', import.meta.url), database)
    const { now, secrets, ...content } = JSON.parse(
      readFileSync(new URL('version-3/content.json', import.meta.url), 'utf8'),
    ) as Content & { readonly now: number; readonly secrets: readonly string[] }
    await refusedWith('outdated', /run migrate/, openStore({ database }))
    const applied = names.slice(3)
    assert.deepEqual(await migrate({ database }), { created: false, applied, version: names.length })
    const store = await openStore({ database, now: () => now })
    const after = await readContent(store, secrets)
    // Later versions may say more about each.
    assert.partialDeepStrictEqual(after, content)
    for (const [what, list] of Object.entries(content)) assert.equal(after[what]?.length, list.length, what)
    assert.deepEqual(await collect(store.standingGrants()), [])
    assert.deepEqual(await collect(store.verify()), [])
    await store.close()
  })
})
