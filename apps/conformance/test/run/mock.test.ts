/** The command that tries Prism's mock. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checker, exchange, finding } from './bench.ts'
import { lame, run } from './run.ts'

const breaking = (...broken: readonly string[]) =>
  checker('breaking', (collector) => {
    for (const rule of broken) collector.broken(finding(rule, { exchange: collector.record(exchange()) }))
  })

describe('mock', () => {
  test('ends with 0 if nothing is new, and says how what is known is known, with the numbers of the issues', async () => {
    const { code, stdout } = await run(['mock'], { checkers: [breaking('limit-zero', 'head-as-get')] })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ {3}limit-zero: Every right request gets the first example of 200, .*#20/m)
  })
  test('ends with 1 if it breaks a rule that it was not known to break', async () => {
    const { code, stdout } = await run(['mock'], { checkers: [breaking('limit-zero', 'plant-has-name')] })
    assert.equal(code, 1, stdout)
    assert.match(stdout, /Every plant has a name\./)
  })
  test('ends with 2 if a checker could not check', async () => {
    const { code, stdout } = await run(['mock'], { checkers: [lame] })
    assert.equal(code, 2)
    assert.match(stdout, /lame could not check: Python 3\.10 is missing/)
  })
})
