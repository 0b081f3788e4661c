/** All judges of a service. */
import type { Judge } from './run/judge.ts'

/** Their names; the first is the quickest. */
export const judgeNames = ['sessions', 'schemathesis', 'prism'] as const

/** `reportDirectory`: where judges keep reports of their own. Judges are loaded only when a check needs them. */
export async function makeJudges(reportDirectory?: string): Promise<readonly Judge[]> {
  const [{ sessionsJudge }, { schemathesisJudge }, { prismJudge }] = await Promise.all([
    import('./sessions/judge.ts'),
    import('./adapters/schemathesis/judge.ts'),
    import('./adapters/prism/judge.ts'),
  ])
  return [sessionsJudge(), schemathesisJudge(reportDirectory), prismJudge()]
}
