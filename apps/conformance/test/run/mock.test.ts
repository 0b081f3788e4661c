/** The command that tries Prism's mock. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMock } from '../../src/adapters/prism/check-mock.ts'
import { knownDeviations } from '../../src/adapters/prism/known-deviations.ts'
import { finding, checker } from './bench.ts'
import { lame, run } from './run.ts'

describe('mock', () => {
  const idle = checker('idle', () => {})

  test('ends with 0 if nothing is new, and lists all that is known with the numbers of the issues', async () => {
    const { code, stdout } = await run(['mock'], { checkers: [idle] })
    assert.equal(code, 0, stdout)
    assert.match(
      stdout,
      /^Prism's mock departs from the contract only in known ways: 0 rules in \d+ ways\.\n/,
    )
    assert.match(stdout, /^Known: .* \(stoplightio\/prism #\d+/m)
  })
  test('ends with 1 if it breaks a rule that it was not known to break, or keeps one that it was known to', async () => {
    const [known] = knownDeviations.flatMap(({ rules }) => rules)
    const changed = checker('changed', (collector) => {
      collector.broken(finding('plant-has-name'))
      collector.kept(known ?? assert.fail())
    })
    const { code, stdout } = await run(['mock'], { checkers: [changed] })
    assert.equal(code, 1, stdout)
    assert.match(
      stdout,
      /^New: Every plant has a name\.\n {3}contracts\/openapi\.yaml:\d+ {2}plant-has-name$/m,
    )
    assert.match(stdout, new RegExp(`^Gone: .+\\n {3}now kept: ${known}$`, 'm'))
  })
  test('ends with 2 if a checker could not check', async () => {
    const { code, stderr } = await run(['mock'], { checkers: [lame] })
    assert.equal(code, 2)
    assert.match(stderr, /^lame could not check the mock: Python 3\.10 is missing/)
  })
  test('is not as known if nothing came of it', async () => {
    await assert.rejects(checkMock([idle], { seed: 1, budget: 'quick' }, AbortSignal.abort()), {
      name: 'CheckerFailure',
      message: /^The mock could not be checked: /,
    })
  })
})
