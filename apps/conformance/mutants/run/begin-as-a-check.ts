/** The very first requests to a server, as a check makes them before its judges start. */
import { findFirstBreaches } from '../../src/court/first-breaches.ts'
import type { Court } from '../../src/court/judge.ts'
import { preflight } from '../../src/court/preflight.ts'
import type { Subject } from '../../src/subject.ts'

/** Tells the court what only the very first answers show. A service may say that it is still starting. */
export async function beginAsACheck(
  subject: Subject,
  court: Pick<Court, 'signal' | 'broken'>,
): Promise<void> {
  const first = await preflight(subject, court.signal)
  const again = await preflight(subject, court.signal)
  for (const finding of findFirstBreaches(subject, first, again)) court.broken(finding)
}
