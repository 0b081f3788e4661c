/** What names an item of a list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueIn } from '../../src/document/paging.ts'

test('an item may be named by its path, though not by any', () => {
  for (const name of ['oak', 'trees/oak', 'https://a.example/v1/woods/3/trees/oak'])
    assert.equal(valueIn({ name }, 'treeId'), 'oak')
  for (const id of ['woods/oak', 'trees/', 7]) assert.equal(valueIn({ id }, 'tree'), id)
})
