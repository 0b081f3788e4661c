/** A copy that is interrupted after each batch in turn. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyUpTo, requireClosed } from './broken-copy.ts'
import { contentOf, emptyDatabase, engines, makeWorld } from './copied-world.ts'

describe('a copy that is interrupted', () => {
  for (const engine of engines) {
    it(`after any batch, over ${engine}, can't be opened, continues, and is complete in the end`, async () => {
      const { database } = await makeWorld(engine)
      const to = await emptyDatabase(engine)
      const content = await contentOf(database)
      for (let batch = 1; await copyUpTo(batch, { from: database, to }); batch += 1) {
        if (batch === 5) await requireClosed(to)
        if (batch > 100) throw new Error('it never ends')
      }
      assert.deepEqual(await contentOf(to), content)
    })
  }
})
