/** Services as the harness is told of them. */
import type { Subject } from '../src/subject.ts'

/** For tests of what is said: on a busy machine a check may take many times its budget, and still says all of it. */
export const unhurriedMs = 20 * 60_000

/** One of which nothing is known but what is said here. */
export const subjectOf = (url: string, more: Partial<Subject> = {}): Subject => ({
  url,
  callers: [],
  refusedTokens: [],
  only: 'all',
  seed: 1,
  budget: 'quick',
  ...more,
})
