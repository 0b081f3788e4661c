/** Which operations are about one kind of thing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thingsOf } from '../../src/document/stages/things/things.ts'
import { documentOf, loadFiles } from './written.ts'

for (const slash of ['', '/'])
  test(`paths that end in '${slash}'`, async (context) => {
    const paths = {
      [`/trees${slash}`]: { get: { operationId: 'list' }, post: { operationId: 'create' } },
      [`/trees/{id}${slash}`]: { get: { operationId: 'show' }, delete: { operationId: 'remove' } },
    }
    const contract = await loadFiles(context, { 'a.json': documentOf('3.1.0', { paths }) })
    const thing = thingsOf({ contract, operations: contract.operations }).find(({ name }) => name === 'id')
    assert.equal(thing?.create?.id, 'create')
    assert.equal(thing?.list?.id, 'list')
  })
