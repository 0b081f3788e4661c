/**
 * A reporter for Node's test runner: a line for each test file, and each failure in full. Run by a package script, it
 * leaves the result of the run in a file for the gate.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import process from 'node:process'
import { spec, type TestEvent } from 'node:test/reporters'
import { stripVTControlCharacters } from 'node:util'
import { StillFiles } from './still-files.ts'
import { type TestFailure, type TestRun, testRunFile } from './test-run.ts'

type Event<Type extends TestEvent['type']> = Extract<TestEvent, { type: Type }>['data']

// oxlint-disable-next-line import/no-default-export -- Node requires it
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  await leave(undefined)
  const failures: TestFailure[] = []
  const still = new StillFiles()
  const notes: string[] = []
  const files = new Set<string>()
  const names: string[] = []
  const details = new spec()
  const skippedSuites: (string | undefined)[] = []
  for await (const event of events) {
    still.note(event)
    if (event.type === 'test:start') {
      names.splice(event.data.nesting, Infinity, event.data.name)
    } else if (event.type === 'test:fail') {
      details.write(event)
      if (isCause(event.data)) failures.push(toFailure(event.data, names, still))
    } else if (event.type === 'test:pass') {
      if (isSkippedSuite(event.data)) skippedSuites.push(event.data.file)
      notes.push(...whySkipped(event.data))
    } else if (event.type === 'test:diagnostic') {
      notes.push(...noteOf(event.data))
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      yield event.data.message
    } else if (event.type === 'test:summary') {
      const { file } = event.data
      const count = countOf(event.data, skippedSuites)
      if (file === undefined)
        await leave({ ...count, files: files.size, failures, notes: [...new Set(notes)] })
      else files.add(file)
      yield describe(event.data, count)
    }
  }
  details.end()
  yield* details
}

/** Diagnostics of a test file itself. The runner's own have no file, or are counts such as `tests 3`. */
function noteOf({ file, nesting, message }: Event<'test:diagnostic'>): readonly string[] {
  return file !== undefined && nesting === 0 && !/^\w+ [\d.]+$/.test(message) ? [message] : []
}

/** The reason, where one was given: what was not run must not look as if it passed. */
const whySkipped = ({ name, skip }: Event<'test:pass'>): readonly string[] =>
  skip === undefined ? [] : [`skipped: ${typeof skip === 'string' && skip !== '' ? skip : name}`]

/** A suite fails because of its tests, and a cancelled test because of what cancelled it. */
function isCause({ details }: Event<'test:fail'>): boolean {
  const { failureType } = details.error as Error & { readonly failureType?: string }
  return failureType !== 'subtestsFailed' && failureType !== 'cancelledByParent'
}

function toFailure(
  { file = '', name, nesting, details }: Event<'test:fail'>,
  names: readonly string[],
  still: StillFiles,
): TestFailure {
  const path = relative(process.cwd(), file)
  const all = [...names.slice(0, nesting), name].map((one) => (one.endsWith(path) ? 'the file itself' : one))
  return { file: path, name: all.join(' > '), message: still.whyEnded(file) ?? beginningOf(details.error) }
}

/** As much as fits into the last lines of a run: where only those are kept, they must tell what happened. */
function beginningOf({ message, cause }: Error): string {
  const thrown = cause instanceof Error ? cause.message : message
  const [first = '', ...rest] = stripVTControlCharacters(thrown).split('\n')
  // For two values that should be equal, only the lines that differ.
  const differing = rest.filter((line) => /^[+-] {2}/.test(line))
  const told = differing.length > 0 ? differing : rest.filter((line) => line.trim() !== '')
  return [first, ...told]
    .slice(0, 10)
    .map((line) => line.slice(0, 200))
    .join('\n')
}

type Count = Pick<TestRun, 'passed' | 'failed' | 'skipped'>

/** Node does not count the tests of a suite that is skipped: the suite counts as one. */
function countOf({ counts, file }: Event<'test:summary'>, suites: readonly (string | undefined)[]): Count {
  const { tests, passed, skipped, todo } = counts
  const skippedSuites = suites.filter((each) => file === undefined || each === file).length
  return { passed, failed: tests - passed - skipped - todo, skipped: skipped + skippedSuites }
}

function isSkippedSuite({ skip, details }: Event<'test:pass'>): boolean {
  return skip !== undefined && details.type === 'suite'
}

function describe({ file, duration_ms: ms }: Event<'test:summary'>, count: Count): string {
  const { passed, failed, skipped } = count
  const what = file === undefined ? 'all' : relative(process.cwd(), file)
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `${failed > 0 ? '✖' : '✔'} ${what}: ${parts.join(', ')} (${(ms / 1000).toFixed(1)} s)\n`
}

/** Removes the file for undefined: a run that does not finish must not leave the result of an earlier one. */
async function leave(run: TestRun | undefined): Promise<void> {
  // pnpm names the script; a person who runs one file by hand leaves nothing behind.
  const script = process.env['npm_lifecycle_event']
  if (script === undefined) return
  const file = testRunFile(process.cwd(), script)
  if (run === undefined) {
    await rm(file, { force: true })
    return
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(run))
}
