/** What a run of tests came to: the reporter leaves it in a file, the gate reads it. */
import { join } from 'node:path'

export interface TestRun {
  readonly files: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly TestFailure[]
  /** What files of tests say of themselves by `diagnostic` outside of their tests. */
  readonly notes: readonly string[]
}

export interface TestFailure {
  /** Relative to the directory of the package. */
  readonly file: string
  /** The names of the suites around it, and its own. */
  readonly name: string
  /** What the test threw, or the beginning of that. */
  readonly message: string
}

/** Where a script of a package, such as `test`, leaves what it came to; version control ignores it. */
export function testRunFile(packageDirectory: string, script: string): string {
  return join(packageDirectory, '.turbo', `${script.replaceAll(':', '-')}.json`)
}
