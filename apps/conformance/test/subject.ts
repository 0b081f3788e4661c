/** Subjects for tests: what the harness is told about a service. */
import type { Subject } from '../src/subject.ts'

/** For tests of what a check says: on a busy machine it may take many times its budget, and still says everything. */
export const unhurriedMs = 20 * 60_000

/** A service of which nothing is known but what is given here. */
export const subjectOf = (url: string, more: Partial<Subject> = {}): Subject => ({
  url,
  callers: [],
  refused: [],
  only: 'all',
  seed: 1,
  budget: 'quick',
  ...more,
})
