/** The last lines of a run: what was run, what failed, and how to run that alone. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestRun, testRunFile } from './test-run.ts'
import type { Task } from './turbo-run.ts'

/** Everything that the last lines report. */
export interface Outcome {
  readonly tasks: readonly Task[]
  /** The results of the tasks that are test runs. */
  readonly testRuns: ReadonlyMap<Task, TestRun>
  /** Whether no package imports one that it may not. */
  readonly arrowsPointRight: boolean
  /** Whether turbo says that the tasks passed; it also fails where it can't start. */
  readonly passed: boolean
  readonly seconds: number
}

/** The results of the tasks that are test runs. A task that was killed has left none, or only the beginning of one. */
export async function readTestRuns(
  root: string,
  tasks: readonly Task[],
): Promise<ReadonlyMap<Task, TestRun>> {
  const runs = new Map<Task, TestRun>()
  for (const task of tasks) {
    try {
      const text = await readFile(testRunFile(join(root, task.directory), task.task), 'utf8')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own reporter wrote it
      runs.set(task, JSON.parse(text) as TestRun)
    } catch {
      // Not a test run, or one that did not finish: turbo knows how it ended.
    }
  }
  return runs
}

/** The last line counts tests as `N passed, N failed`; what failed is right above it. */
export function sumUp(outcome: Outcome): string {
  const { tasks, testRuns, arrowsPointRight, seconds } = outcome
  const failures = [
    ...(arrowsPointRight
      ? []
      : ['A package imports one that it may not.\n    npx --yes pnpm@12 turbo boundaries']),
    ...tasks
      .filter(({ exitCode }) => exitCode !== 0)
      .flatMap((task) => describeFailure(task, testRuns.get(task))),
  ]
  if (!outcome.passed && failures.length === 0) failures.push('turbo could not run the tasks: see above.')
  return [
    '',
    ...describeRuns(tasks, testRuns),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.map((line) => `  ${line}`)] : []),
    '',
    `${failures.length > 0 ? 'FAILED' : 'Passed'} after ${Math.round(seconds)} s.`,
    countAll(outcome),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function describeRuns(tasks: readonly Task[], testRuns: Outcome['testRuns']): readonly string[] {
  const others = tasks.filter((task) => !testRuns.has(task))
  const runs = [...testRuns].map(([task, { files, passed, failed, skipped, notes }]) => {
    const count = `${passed + failed + skipped} tests in ${files} files`
    return `${nameOf(task).padEnd(width)}  ${count}, ${describeTime(task)}${notes.map((note) => `; ${note}`).join('')}`
  })
  const rest = [...Map.groupBy(others, ({ task }) => task)].map(([name, group]) => {
    const seconds = group.reduce((sum, task) => sum + task.seconds, 0)
    return `${name.padEnd(width)}  ${seconds.toFixed(0)} s`
  })
  return ['What was run:', ...[...rest, ...runs].map((line) => `  ${line}`)]
}

const width = 30

/** As in the names of the directories: `api test`, `conformance mutants`. */
const nameOf = (task: Task): string => `${task.package.replace(/^@[^/]*\//, '')} ${task.task}`

const describeTime = ({ seconds, isCached }: Task): string =>
  isCached ? 'unchanged since they passed' : `${seconds.toFixed(0)} s`

function describeFailure(task: Task, run: TestRun | undefined): readonly string[] {
  if (task.directory === '' || task.package === '//') {
    return [`${task.task}\n    npx --yes pnpm@12 ${task.task}`]
  }
  const alone = `npx --yes pnpm@12 --filter ${task.package}`
  if (run === undefined || run.failures.length === 0) {
    return [`${nameOf(task)}${run === undefined ? '' : ' ended badly'}\n    ${alone} run ${task.task}`]
  }
  return run.failures.map(
    ({ file, name, message }) =>
      `${task.directory}/${file}: ${name}\n    ${alone} exec node --test ${file}\n${message.replaceAll(/^/gm, '    | ')}`,
  )
}

/** A failed task that is not a test run, or did not finish, counts as one failure. */
function countAll({ tasks, testRuns, passed, arrowsPointRight }: Outcome): string {
  const runs = [...testRuns.values()]
  const others = tasks.filter((task) => task.exitCode !== 0 && (testRuns.get(task)?.failed ?? 0) === 0).length
  const failedTests = runs.reduce((sum, run) => sum + run.failed, 0)
  const failed = failedTests + others + (arrowsPointRight ? 0 : 1)
  const skipped = runs.reduce((sum, run) => sum + run.skipped, 0)
  return [
    `${runs.reduce((sum, run) => sum + run.passed, 0)} passed`,
    `${passed ? failed : Math.max(failed, 1)} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
}
