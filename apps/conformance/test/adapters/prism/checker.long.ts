/** Prism as a checker of real traffic. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prismChecker } from '../../../src/adapters/prism/checker.ts'
import { brokenIn, checkAlone, startWith, subjectAt } from '../../broken-server.ts'

test('the proxy catches what schemas show, and accuses no correct service', async () => {
  await using right = await startWith({})
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const [kept, broken] = await Promise.all(
    [right, wrong].map(({ url }) => checkAlone(subjectAt(url), prismChecker())),
  )
  assert.deepEqual(kept && brokenIn(kept), [])
  assert.match(JSON.stringify(broken?.failures), /must have required property 'name'/)
})
