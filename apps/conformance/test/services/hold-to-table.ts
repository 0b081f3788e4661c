/** Tests that check what the harness says about a service against the table beside it. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Judge } from '../../src/court/judge.ts'
import { run } from '../court/run.ts'
import { unhurriedMs } from '../subject.ts'
import { type Mode, outcomeOf, readExpected, wordsOf } from './expected.ts'
import { NotFound } from './other-services.ts'
import { type Started, startOther } from './start-other.ts'

/** One test per mode. A service whose language is not on this machine is reported as not run: that is not a pass. */
export function holdToTable(name: string, modes: readonly Mode[], judges: readonly Judge[]): void {
  for (const mode of modes) {
    test(`${name}, by the ${mode} contract`, async (context) => {
      await using service = await startOrSkip(name, context)
      if (service === undefined) return
      const words = ['check', service.url, '--world', service.worldFile, '--budget', 'quick', '--json']
      const ended = await run([...words, ...wordsOf(mode)], { judges, timeMs: unhurriedMs })
      const { exit, broken, failuresOf, notReached } = outcomeOf(ended)
      const due = await readExpected(name, mode)
      assert.deepEqual(notReached, [], 'everything is tried')
      assert.deepEqual(
        {
          'said, and not in its table': failuresOf(
            (rule) => !due.broken.includes(rule) && !due.follows.includes(rule),
          ),
          'in its table, and not said': due.broken.filter((rule) => !broken.includes(rule)),
        },
        { 'said, and not in its table': [], 'in its table, and not said': [] },
      )
      assert.equal(exit, due.exit)
    })
  }
}

async function startOrSkip(name: string, context: TestContext): Promise<Started | undefined> {
  try {
    return await startOther(name)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    context.skip(`not run: ${error.message}`)
    return undefined
  }
}
