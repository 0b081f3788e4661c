/** All checkers of a service. */
import type { Checker } from './run/checker.ts'

/** Their names; the first is the quickest. */
export const checkerNames = ['sessions', 'schemathesis', 'prism'] as const

/** `reportDirectory`: where checkers keep reports of their own. Checkers are loaded only when a check needs them. */
export async function makeCheckers(reportDirectory?: string): Promise<readonly Checker[]> {
  const [{ sessionsChecker }, { schemathesisChecker }, { prismChecker }] = await Promise.all([
    import('./sessions/checker.ts'),
    import('./adapters/schemathesis/checker.ts'),
    import('./adapters/prism/checker.ts'),
  ])
  return [sessionsChecker(), schemathesisChecker(reportDirectory), prismChecker()]
}
