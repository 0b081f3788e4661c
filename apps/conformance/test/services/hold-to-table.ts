/** Tests that hold what the harness says of a service to the table beside it. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type Ended, type Mode, outcomeOf, readExpected, wordsOf } from './expected.ts'
import { NotFound } from './other-services.ts'
import { type Started, startOther } from './start-other.ts'

/** Runs the command with these words. */
type Run = (words: readonly string[]) => Promise<Ended>

/** One test for each mode. Where its language is not on this machine, the service is told as not run: that is no pass. */
export function holdToTable(name: string, modes: readonly Mode[], run: Run): void {
  for (const mode of modes) {
    test(`${name}, by the ${mode} contract`, async (context) => {
      await using service = await startOrSkip(name, context)
      if (service === undefined) return
      const words = ['check', service.url, '--world', service.worldFile, '--budget', 'quick', '--json']
      const { exit, broken, isDone } = outcomeOf(await run([...words, ...wordsOf(mode)]))
      const due = await readExpected(name, mode)
      const unforeseen = broken.filter((rule) => !due.broken.includes(rule) && !due.follows.includes(rule))
      assert.deepEqual(unforeseen, [], 'what is said of it stands in its table')
      if (!isDone) {
        context.diagnostic(`${name}: the machine was too busy to see everything that is wrong`)
        return
      }
      assert.deepEqual(
        due.broken.filter((rule) => !broken.includes(rule)),
        [],
        'what stands in its table is said of it',
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
