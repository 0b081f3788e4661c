/** The result of a test run: the reporter leaves it in a file, and the gate reads it. */
import { join } from 'node:path'

export interface TestRun {
  readonly files: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly TestFailure[]
  /** What test files report with `diagnostic` outside of their tests, and why tests were skipped. */
  readonly notes: readonly string[]
}

export interface TestFailure {
  /** Relative to the directory of the package. */
  readonly file: string
  /** The names of the suites around the test, and its own. */
  readonly name: string
  /** What the test threw, or the beginning of that. */
  readonly message: string
}

/** Where a package script, such as `test`, leaves its result; version control ignores the file. */
export function testRunFile(packageDirectory: string, script: string): string {
  return join(packageDirectory, '.turbo', `${script.replaceAll(':', '-')}.json`)
}
