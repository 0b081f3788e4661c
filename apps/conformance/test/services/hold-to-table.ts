/** Tests that check what the harness says about a service against the table beside it, `services/NAME/expected.yaml`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test, type TestContext } from 'node:test'
import { parse } from 'yaml'
import type { Checker } from '../../src/run/checker.ts'
import { makeCheckers } from '../../plant-store/checkers.ts'
import type { Report } from '../../src/report/json-report.ts'
import { run } from '../run/run.ts'
import { unhurriedMs } from '../subject.ts'
import { NotFound, services } from './other-services.ts'
import { type Started, startOther } from './start-other.ts'

/** What a service is checked by, and the command's words for that: the given contract alone, or the whole one. */
const modes = { given: ['--only', 'given'], whole: [] } as const

/** By the given contract all checkers look at these, which have little in common: what else tools accuse is in the catalogue. */
const forAll = new Set(['express', 'fastapi', 'spring'])

/** The part of the table for one mode. */
interface Table {
  readonly exit: number
  /** What is wrong with the service, and the rules that it breaks for that, always or by chance. */
  readonly causes?: readonly {
    readonly because: string
    readonly breaks?: readonly string[]
    readonly sometimes?: readonly string[]
  }[]
  /** What can't be tried with it. */
  readonly untried?: readonly string[]
}

type Tables = Readonly<Partial<Record<keyof typeof modes, Table>>>

/** Long enough for both checks. */
const patient = { timeout: 2 * unhurriedMs }

/** Tests for each service of the group, one after the other. */
export async function holdToTables(group: keyof typeof services): Promise<void> {
  const checkers = await makeCheckers()
  const tables = await Promise.all(
    Object.keys(services[group]).map(async (name) => [name, await readTables(name)] as const),
  )
  describe('the harness reports what is in the table of', patient, () => {
    for (const [name, table] of tables) holdToTable(name, table, checkers)
  })
}

async function readTables(name: string): Promise<Tables> {
  const file = new URL(`../../services/${name}/expected.yaml`, import.meta.url)
  return parse(await readFile(file, 'utf8')) as Tables
}

/** One start for all modes. A service whose language is not on this machine is reported as not run: that is not a pass. */
function holdToTable(name: string, tables: Tables, checkers: readonly Checker[]): void {
  test(name, patient, async (context) => {
    await using service = await startOrSkip(name, context)
    if (service === undefined) return
    for (const mode of ['given', 'whole'] as const) {
      const table = tables[mode]
      if (table !== undefined)
        await context.test(`by the ${mode} contract`, patient, () =>
          check(service, mode === 'given' && forAll.has(name) ? 'all' : 'sessions', mode, table, checkers),
        )
    }
  })
}

async function check(
  service: Started,
  checker: string,
  mode: keyof typeof modes,
  { exit, causes = [], untried = [] }: Table,
  checkers: readonly Checker[],
): Promise<void> {
  const known = ['--world', service.worldFile, '--checker', checker, ...modes[mode]]
  const { code, stdout, stderr } = await run(
    ['check', service.url, ...known, '--budget', 'quick', '--json'],
    { checkers, timeMs: unhurriedMs },
  )
  assert.notEqual(stdout, '', `There is no report: ${stderr}`)
  const report = JSON.parse(stdout) as Report
  const due = new Set(causes.flatMap(({ breaks = [] }) => breaks))
  const byChance = new Set(causes.flatMap(({ sometimes = [] }) => sometimes))
  const broken = new Set(report.failures.flatMap(({ rules }) => rules))
  const leftOut = report.checkers.flatMap(({ notReached, failure }) => notReached.concat(failure ?? []))
  assert.deepEqual(leftOut, untried, 'everything else is tried')
  assert.deepEqual(
    {
      'said, and not in its table': report.failures
        // Requests that combine several causes break further rules by chance: those are part of one of these failures.
        .filter(({ rules }) => rules.every((rule) => !due.has(rule) && !byChance.has(rule)))
        .map((failure) => JSON.stringify(failure)),
      'in its table, and not said': [...due.difference(broken)],
    },
    { 'said, and not in its table': [], 'in its table, and not said': [] },
  )
  // Of what breaks by chance there is more on some days.
  const always = report.failures.filter(({ rules: [cause = ''] }) => !byChance.has(cause))
  const headlines = always.map(({ headline }) => headline)
  assert.ok(headlines.length < 10, `More than anyone reads:\n${headlines.join('\n')}`)
  assert.equal(code, exit)
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
