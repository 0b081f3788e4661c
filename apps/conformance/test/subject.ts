/** Services as the harness is told of them. */
import type { Subject } from '../src/subject.ts'

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
