/** Tests that check what the harness says about a service against the table beside it, `services/NAME/expected.yaml`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test, type TestContext } from 'node:test'
import { parse } from 'yaml'
import type { Checker } from '../../src/run/checker.ts'
import { makeCheckers } from '../../src/checkers.ts'
import type { Report } from '../../src/report/json-report.ts'
import { run } from '../run/run.ts'
import { unhurriedMs } from '../subject.ts'
import { NotFound, services } from './other-services.ts'
import { type Started, startOther } from './start-other.ts'

/** What a service is checked by, the given contract alone or the whole one, and the command's words for that. */
const modes = { given: ['--only', 'given'], whole: [] } as const

/** The part of the table for one mode. */
interface Table {
  readonly exit: number
  /** What is wrong with the service, and the rules that it breaks for that; none where nothing is. */
  readonly causes?: readonly { readonly because: string; readonly breaks: readonly string[] }[]
  /** Further rules that it may break, by requests that combine several causes. */
  readonly follows?: readonly string[]
  /** What can't be tried with it. */
  readonly untried?: readonly string[]
}

type Tables = Readonly<Partial<Record<keyof typeof modes, Table>>>

/** Tests for each service of the group. */
export async function holdToTables(group: keyof typeof services): Promise<void> {
  const checkers = await makeCheckers()
  const tables = await Promise.all(
    Object.keys(services[group]).map(async (name) => [name, await readTables(name)] as const),
  )
  describe('the harness reports what is in the table of', () => {
    for (const [name, table] of tables) holdToTable(name, table, checkers)
  })
}

async function readTables(name: string): Promise<Tables> {
  const file = new URL(`../../services/${name}/expected.yaml`, import.meta.url)
  return parse(await readFile(file, 'utf8')) as Tables
}

/** One test per mode that has a table. A service whose language is not on this machine is reported as not run: that is not a pass. */
function holdToTable(name: string, tables: Tables, checkers: readonly Checker[]): void {
  for (const mode of Object.keys(modes) as (keyof typeof modes)[]) {
    const table = tables[mode]
    if (table === undefined) continue
    test(`${name}, by the ${mode} contract`, async (context) => {
      await using service = await startOrSkip(name, context)
      if (service === undefined) return
      const { exit, causes = [], follows = [], untried = [] } = table
      const words = [
        'check',
        service.url,
        '--world',
        service.worldFile,
        '--budget',
        'quick',
        '--json',
        ...modes[mode],
      ]
      const { code, stdout, stderr } = await run(words, { checkers, timeMs: unhurriedMs })
      assert.notEqual(stdout, '', `There is no report: ${stderr}`)
      const report = JSON.parse(stdout) as Report
      const due = new Set(causes.flatMap(({ breaks }) => breaks))
      const allowed = due.union(new Set(follows))
      const broken = new Set(report.failures.flatMap(({ rules }) => rules))
      assert.deepEqual(
        report.checkers.flatMap(({ notReached, failure }) => notReached.concat(failure ?? [])),
        untried,
        'everything else is tried',
      )
      assert.deepEqual(
        {
          'said, and not in its table': report.failures
            .filter(({ rules }) => rules.some((rule) => !allowed.has(rule)))
            .map((failure) => JSON.stringify(failure)),
          'in its table, and not said': [...due.difference(broken)],
        },
        { 'said, and not in its table': [], 'in its table, and not said': [] },
      )
      assert.ok(report.failures.length < 10, `${report.failures.length} failures are more than anyone reads`)
      assert.equal(code, exit)
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
