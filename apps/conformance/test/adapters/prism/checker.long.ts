/** Prism as a checker of real traffic, and as a mock that is checked: only this finds that a newer Prism deviates otherwise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionsChecker } from '../../../plant-store/checker.ts'
import { prismChecker } from '../../../plant-store/prism/checker.ts'
import { brokenIn, checkAlone, startWith, subjectAt } from '../../broken-server.ts'
import { run } from '../../run/run.ts'

test('the mock of the contract departs from it only as it is known to', async () => {
  // The mock is slow.
  const words = ['mock', '--minutes', '3']
  const { code, stdout } = await run(words, { checkers: [sessionsChecker(), prismChecker()] })
  assert.equal(code, 0, stdout)
  assert.doesNotMatch(stdout, /this check has no such rule/)
})

test('the proxy catches what schemas show, and accuses no correct service', async () => {
  await using right = await startWith({})
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const [kept, broken] = await Promise.all(
    [right, wrong].map(({ url }) => checkAlone(subjectAt(url), prismChecker())),
  )
  assert.deepEqual(kept && brokenIn(kept), [])
  assert.match(JSON.stringify(broken?.failures), /must have required property 'name'/)
})
