/** What is refused for one thing about it is told under that one rule, whatever else is about it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mutantById } from '../../mutants/catalogue.ts'
import type { Field } from '../../src/exchange.ts'
import { hearRunner } from './hear.ts'

it('a service that takes one space behind the scheme is told that alone, also with limits and HEAD', async () => {
  const court = await hearRunner(mutantById('scheme-one-space').change, async (runner) => {
    const spaces: readonly Field[] = [['Authorization', `Bearer  ${runner.callers[0]?.mark ?? ''}`]]
    const ask = (method: string, target: string) => ({
      request: runner.write(method, target, { fields: spaces }),
    })
    await runner.askApart([ask('GET', '/plants')])
    const others = ['/plants?limit=0', '/plants?x=1', '/plants?limit=x'].map((target) => ask('GET', target))
    await runner.askApart([...others, ask('HEAD', '/plants')])
  })
  const told = new Set(court.findings.map(({ rule }) => rule))
  assert.deepEqual([...told], ['answers-right-requests', 'spaces-before-token'], court.tell())
})
